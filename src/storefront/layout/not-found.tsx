import { m } from "#messages/messages.js";
import { paths } from "#paths.ts";
import { site } from "#site.ts";
import { Link } from "#ui/link.tsx";

/** SPEC §2: the sentence, a large 404 and the way home. */
export function NotFound() {
  return (
    <section className="nf">
      <div className="wrap">
        <title>{`${m.layout_not_found_title()} · ${site.name}`}</title>
        <p className="big">404</p>
        <h1>{m.layout_not_found_title()}</h1>
        <p className="muted">{m.layout_not_found_text()}</p>
        <div className="row">
          <Link className="btn lg" to={paths.home()}>
            {m.layout_not_found_home()}
          </Link>
        </div>
      </div>
    </section>
  );
}
