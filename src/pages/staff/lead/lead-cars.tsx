import { Form } from "react-router";
import { paths } from "#site/paths.ts";
import { Button } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import type { LeadCarsView } from "./lead-cars.server.ts";

/** The cars that match a pre-approval; those that are ticked are put into an e-mail to be sent. */
export function LeadCars(props: {
  view: NonNullable<LeadCarsView>;
  action: string;
  /** The list's own query parameters, which the form must keep. */
  kept: readonly (readonly [string, string])[];
  /** Somebody may write to the sender, and there is an address. */
  maySend: boolean;
}) {
  const { view, action, kept, maySend } = props;
  const { cars, words } = view;
  if (cars.length === 0) return <p className="small muted">{words.none}</p>;
  return (
    <Form
      key={cars.map(({ id, isTicked }) => `${id} ${isTicked}`).join()}
      method="get"
      action={`${action.split("?")[0]}#write`}
      preventScrollReset
    >
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <p className="small muted">{words.intro}</p>
      <ul className="divide-y divide-border">
        {cars.map(({ id, name, price, text, pick, isTicked }) => (
          <li key={id} className="flex items-center gap-3 py-3">
            {maySend && (
              <input
                type="checkbox"
                className="size-5 shrink-0 print:hidden"
                name="car"
                value={id}
                defaultChecked={isTicked}
                aria-label={pick}
              />
            )}
            <div className="min-w-0 grow">
              <Link className="font-bold wrap-anywhere" to={paths.listing(id)}>
                {name}
              </Link>
              <span className="small muted figures block">{text}</span>
            </div>
            <b className="figures">{price}</b>
          </li>
        ))}
      </ul>
      {maySend && (
        <Button type="submit" variant="ghost" size="sm" className="print:hidden">
          {words.write}
        </Button>
      )}
    </Form>
  );
}
