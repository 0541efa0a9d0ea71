import { m } from "#messages/messages.js";
import { CallBackForm } from "./call-back-form.tsx";

/** The call-back card of the home page and of pages whose own journey is not open yet. */
export function CallBackSection({ subject }: { subject?: string | undefined }) {
  return (
    <section className="card pad cb" id="call-back" aria-labelledby="call-back-title">
      <h2 id="call-back-title" className="text-[length:var(--fs-h3)]">
        {m.call_back_form_title()}
      </h2>
      <p className="muted small mt-1.5 mb-5">{m.call_back_lead()}</p>
      <CallBackForm subject={subject} />
    </section>
  );
}
