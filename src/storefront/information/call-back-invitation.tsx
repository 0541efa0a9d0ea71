import { PhoneCall } from "lucide-react";
import { m } from "#messages/messages.js";
import { paths } from "#paths.ts";
import { Link } from "#ui/link.tsx";

/** The way to a person, at the end of a page that may not have answered everything. */
export function CallBackInvitation() {
  return (
    <aside className="card pad mt-12 flex flex-wrap items-center justify-between gap-4">
      <div className="max-w-[34em]">
        <h2 className="text-[length:var(--fs-h3)]">{m.information_call_back_title()}</h2>
        <p className="muted mt-1.5">{m.information_call_back_text()}</p>
      </div>
      <Link className="btn ghost" to={paths.callBack()}>
        <PhoneCall className="ic" aria-hidden />
        {m.information_call_back_button()}
      </Link>
    </aside>
  );
}
