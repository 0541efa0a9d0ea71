import { CircleAlert, RotateCw } from "lucide-react";
import { Form } from "react-router";
import { m } from "#messages/messages.js";
import type { DeliveryView } from "./delivery-view.server.ts";

const TONES: Record<string, string> = { pending: "warn", delivered: "ok", dead: "bad" };

/** Each message that the lead owes, every try at it, and a way to try again what was given up. */
export function LeadDeliveries(props: { deliveries: DeliveryView[]; action: string }) {
  const { deliveries, action } = props;
  if (deliveries.length === 0) return <p className="small muted">{m.staff_deliveries_none()}</p>;
  return (
    <ul className="grid gap-3">
      {deliveries.map((delivery) => (
        <li key={delivery.id} className="rounded-md border border-border p-3.5">
          <div className="row between flex-wrap gap-2">
            <b className="text-[15px]">{delivery.channel}</b>
            <span className={`chip ${TONES[delivery.state] ?? ""}`}>
              {delivery.state === "dead" && <CircleAlert className="ic s" aria-hidden />}
              {delivery.stateText}
            </span>
          </div>
          <p className="small muted wrap-anywhere">{delivery.target}</p>
          <Attempts delivery={delivery} />
          {delivery.state === "dead" && <RetryForm delivery={delivery} action={action} />}
        </li>
      ))}
    </ul>
  );
}

function Attempts({ delivery }: { delivery: DeliveryView }) {
  if (delivery.attempts.length === 0) {
    return <p className="xs muted mt-2">{m.staff_attempts_none()}</p>;
  }
  return (
    <ol className="xs mt-2 grid gap-1.5">
      {delivery.attempts.map((attempt, at) => (
        <li key={attempt.id}>
          <span className={attempt.succeeded ? "text-success" : "text-destructive"}>
            {m.staff_attempt({ number: at + 1, outcome: attempt.outcome })}
          </span>{" "}
          <span className="muted num">
            {attempt.at} · {attempt.duration}
          </span>
          <span className="muted block wrap-anywhere">{attempt.detail}</span>
        </li>
      ))}
    </ol>
  );
}

function RetryForm({ delivery, action }: { delivery: DeliveryView; action: string }) {
  return (
    <Form method="post" action={action} preventScrollReset className="mt-3 print:hidden">
      <button className="btn ghost sm" name="retry" value={delivery.id}>
        <RotateCw className="ic s" aria-hidden /> {m.staff_retry()}
        <span className="sr">: {delivery.channel}</span>
      </button>
    </Form>
  );
}
