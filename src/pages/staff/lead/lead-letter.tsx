import type { FormResult } from "#forms/view-model.ts";
import { m } from "#messages/messages.js";
import type { PressName } from "#pages/command/press.ts";
import { latestView, PageForm } from "#pages/form/page-form.tsx";
import { Link } from "#ui/link.tsx";
import type { LeadLetterView } from "./lead-letter.server.ts";

/** Writes to the sender of the lead, freely or from a template. */
export function LeadLetter(props: {
  letter: LeadLetterView;
  /** The lead's address, with what the list is filtered by. */
  path: string;
  action: string;
  presses: Readonly<Record<"lead-mail" | "lead-sms", PressName | null>>;
  result: FormResult | undefined;
}) {
  const { letter, path, action, presses, result } = props;
  const { templates, chosen, mail, sms, isAboutCars } = letter;
  if (presses["lead-mail"] === null) return null;
  if (!mail && !sms) return <p className="small muted">{m.template_no_address()}</p>;
  const forms = [
    { view: mail, channel: "email", press: presses["lead-mail"], title: m.template_write_mail() },
    { view: sms, channel: "sms", press: presses["lead-sms"], title: m.template_write_sms() },
  ] as const;
  const joint = path.includes("?") ? "&" : "?";
  return (
    <div className="grid gap-3">
      {templates.length > 0 && (
        <nav aria-label={m.template_use()} className="flex flex-wrap gap-2">
          {templates.map(({ id, name }) => (
            <Link
              key={id}
              to={`${path}${joint}template=${id}#write`}
              className="chip chip--outline min-h-8"
              aria-current={id === chosen?.id ? "true" : undefined}
              preventScrollReset
            >
              {name}
            </Link>
          ))}
        </nav>
      )}
      {forms.map(({ view, channel, press, title }) => {
        if (!view) return null;
        const latest = latestView(result, view);
        return (
          <details
            key={`${channel} ${chosen?.id} ${isAboutCars}`}
            open={
              latest !== view || chosen?.channel === channel || (isAboutCars && channel === "email")
            }
            className="rounded-md border border-border px-4 py-2 print:hidden"
          >
            <summary className="min-h-11 cursor-pointer content-center font-bold">{title}</summary>
            <PageForm
              view={latest}
              press={press}
              action={action}
              submit={m.template_send()}
              variant="dark"
              className="pt-2 pb-3"
              preventScrollReset
            />
          </details>
        );
      })}
    </div>
  );
}
