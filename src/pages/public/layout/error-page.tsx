import { RotateCw } from "lucide-react";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { paths } from "#site/paths.ts";
import { site } from "#site/site.ts";
import { Link } from "#ui/link.tsx";
import { formatPhone } from "#values/format.ts";

/** Says what happened, what became of the person's answers, and what to do now. */
export function ErrorPage({ text }: { text: string | null }) {
  return (
    <section className="pg">
      <div className="wrap">
        <title>{`${m.layout_error_title()} · ${site.name}`}</title>
        <div className="pg-h">
          <h1>{m.layout_error_title()}</h1>
          <p>{m.layout_error_text()}</p>
        </div>
        <div className="stack max-w-[46em]">
          {text && (
            <p className="msg bad">
              <span>
                {m.layout_error_said()} {text}
              </span>
            </p>
          )}
          <p>{m.layout_error_answers()}</p>
          <p>
            {m.layout_error_next({
              phone: formatPhone(site.phone, getLocale()),
              email: site.email,
            })}
          </p>
          <div className="row mt-2 flex-wrap">
            {/* The empty address is this page: trying again needs no script. */}
            <a className="btn lg" href="">
              <RotateCw className="ic" aria-hidden />
              {m.layout_error_retry()}
            </a>
            <Link className="btn ghost lg" to={paths.home()}>
              {m.layout_not_found_home()}
            </Link>
          </div>
        </div>
      </div>
    </section>
  );
}
