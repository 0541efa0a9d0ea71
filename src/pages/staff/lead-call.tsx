import { Phone, Undo2 } from "lucide-react";
import { Form } from "react-router";
import { CALL_OUTCOMES, type CallOutcome } from "#domain/call/call.ts";
import { FormStart } from "#forms/page/form-start.tsx";
import { Questions } from "#forms/page/step-questions.tsx";
import type { FormView } from "#forms/view-model.ts";
import { m } from "#messages/messages.js";
import { CommandForm } from "#pages/command/command-form.tsx";
import type { PressName } from "#pages/command/press.ts";
import { Button } from "#ui/button.tsx";
import type { LeadView } from "./lead-view.server.ts";

const WORDS = {
  reached: m.lead_call_reached,
  voicemail: m.lead_call_voicemail,
  no_answer: m.lead_call_no_answer,
  wrong_number: m.lead_call_wrong_number,
} as const satisfies Record<CallOutcome, unknown>;

/** The number to call, and how the call went: one press, with a note if there is more to say. */
export function LeadCall(props: {
  phone: LeadView["phone"];
  view: FormView;
  action: string;
  press: PressName | null;
  level: "h2" | "h3";
  /** When the sender was reached last, if that can be taken back. */
  reachedAt: string | null;
  undo: PressName | null;
}) {
  const { phone, view, action, press, level: Level, reachedAt, undo } = props;
  if (!phone || press === null) return null;
  const isTyped = view.questions.some(
    ({ error, ...each }) => error || ("value" in each && each.value),
  );
  return (
    <section
      className="mx-4 mb-4 rounded-md border border-border p-4 sm:mx-6 print:hidden"
      aria-labelledby="call-title"
    >
      <Form method="post" action={action} noValidate preventScrollReset className="grid gap-3">
        <FormStart view={view} />
        <div className="flex flex-wrap items-center gap-2">
          <Level id="call-title" className="mr-2 text-label">
            {m.lead_call_title()}
          </Level>
          <a className="button button--small figures" href={`tel:${phone.number}`}>
            <Phone className="icon size-4" aria-hidden /> {phone.text}
          </a>
        </div>
        <div className="flex flex-wrap gap-2">
          {CALL_OUTCOMES.map((outcome) => (
            <Button
              key={outcome}
              type="submit"
              variant="ghost"
              size="sm"
              name="outcome"
              value={outcome}
            >
              {WORDS[outcome]()}
            </Button>
          ))}
        </div>
        <details open={Boolean(isTyped)}>
          <summary className="small cursor-pointer">{m.lead_call_add_note()}</summary>
          <div className="mt-2">
            <Questions view={view} />
          </div>
        </details>
      </Form>
      {reachedAt && (
        <CommandForm press={undo} action={action} preventScrollReset className="mt-3">
          <Button type="submit" variant="line" size="sm">
            <Undo2 className="icon size-4" aria-hidden />
            {m.lead_call_undo({ at: reachedAt })}
          </Button>
        </CommandForm>
      )}
    </section>
  );
}
