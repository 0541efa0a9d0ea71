import { Download, Pencil, Trash2, Undo2 } from "lucide-react";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { buttonClass } from "#ui/button.tsx";
import { hrefIn } from "#ui/locale-href.ts";

const WAYS = [
  { fragment: "download", Icon: Download, text: m.own_request_download },
  { fragment: "correct", Icon: Pencil, text: m.own_request_correct },
  { fragment: "withdraw", Icon: Undo2, text: m.own_request_withdraw },
  { fragment: "delete", Icon: Trash2, text: m.own_request_erase },
] as const;

/** On every page of a request, for its sender: links to what their privacy rights allow. */
export function RequestRights({ reference, linkKey }: { reference: string; linkKey: string }) {
  const page = hrefIn(paths.ownRequest(reference));
  const query = linkKey ? `?${new URLSearchParams({ key: linkKey })}` : "";
  return (
    <section className="card mt-9 max-w-190 p-6 print:hidden" aria-labelledby="rights-title">
      <h2 id="rights-title" className="text-h3">
        {m.own_request_rights_title()}
      </h2>
      <p className="muted mt-1">{m.own_request_rights_text()}</p>
      <ul className="mt-4 flex flex-wrap gap-3">
        {WAYS.map(({ fragment, Icon, text }) => (
          <li key={fragment}>
            <a
              className={buttonClass({ variant: "ghost", size: "sm" })}
              href={`${page}${query}#${fragment}`}
              rel="nofollow"
            >
              <Icon className="icon" aria-hidden /> {text()}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
