import { Form } from "react-router";
import type { Route } from "./+types/routing.page.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { paths } from "#site/paths.ts";
import { Button } from "#ui/button.tsx";
import { SelectField, TextField } from "#ui/field.tsx";
import { Link } from "#ui/link.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { formatNumber } from "#values/format.ts";
import { routingPage } from "./routing.server.ts";

export const loader = routingPage.loader;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.routing_title(), isPrivate: true });

type Loaded = Route.ComponentProps["loaderData"];

/** Tries the rules by which leads go to dealerships: on a place, and on the last leads. */
export default function RoutingPage({ loaderData }: Route.ComponentProps) {
  const { kinds, kind, place, isUnknown, answer } = loaderData;
  return (
    <div className="mx-auto grid w-full max-w-form gap-6 p-4 sm:p-8">
      <div>
        <Link className="small" to={paths.staffDealerships()}>
          {m.dealership_back()}
        </Link>
        <h1 className="mt-2 text-page-title">{m.routing_title()}</h1>
        <p className="muted mt-2">{m.routing_text()}</p>
      </div>
      <Form
        key={`${kind} ${place}`}
        method="get"
        action={hrefIn(paths.staffRouting())}
        className="card grid gap-4 p-6"
      >
        <SelectField name="kind" label={m.routing_kind()} defaultValue={kind}>
          {kinds.map(({ code, text }) => (
            <option key={code} value={code}>
              {text}
            </option>
          ))}
        </SelectField>
        <TextField name="place" label={m.routing_place()} defaultValue={place} />
        {isUnknown && (
          <p className="notice notice--bad" role="alert">
            {m.routing_place_unknown()}
          </p>
        )}
        <div>
          <Button type="submit" variant="dark">
            {m.routing_try()}
          </Button>
        </div>
      </Form>
      {answer && <Answer answer={answer} />}
      <LastLeads {...loaderData} />
    </div>
  );
}

function Answer({ answer: { place, chosen, others } }: { answer: NonNullable<Loaded["answer"]> }) {
  return (
    <section className="card p-6" aria-labelledby="route">
      <h2 id="route" className="text-h3 wrap-anywhere">
        {m.routing_from({ place })}
      </h2>
      {chosen ? (
        <p className="mt-3">
          <Link className="font-bold" to={chosen.path}>
            {chosen.name}
          </Link>
          <span className="block">{chosen.why}</span>
        </p>
      ) : (
        <p className="notice notice--warn mt-3">{m.routing_nobody_text()}</p>
      )}
      {others.length > 0 && (
        <>
          <h3 className="mt-5 text-lead">{m.routing_others()}</h3>
          <ul className="divide-y divide-border">
            {others.map(({ name, path, why }) => (
              <li key={path} className="py-3">
                <Link to={path}>{name}</Link>
                <span className="small muted block">{why}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function LastLeads({ compared, changedCount, changed }: Loaded) {
  const locale = getLocale();
  return (
    <section className="card p-6" aria-labelledby="last-leads">
      <h2 id="last-leads" className="text-h3">
        {m.routing_last_title()}
      </h2>
      <p className="muted mt-2">
        {changedCount === 0
          ? m.routing_last_same({ count: formatNumber(compared, locale) })
          : m.routing_last_changed({
              count: formatNumber(compared, locale),
              changed: formatNumber(changedCount, locale),
            })}
      </p>
      <ul className="divide-y divide-border">
        {changed.map(({ reference, path, text, date, before, today }) => (
          <li key={reference} className="py-3">
            <Link className="figures" to={path}>
              {reference}
            </Link>{" "}
            <span className="small muted">
              {text} · {date}
            </span>
            <span className="block">{m.routing_then_today({ before, today })}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
