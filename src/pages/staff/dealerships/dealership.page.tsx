import { useSearchParams } from "react-router";
import type { Route } from "./+types/dealership.page.ts";
import { m } from "#messages/messages.js";
import { CommandForm } from "#pages/command/command-form.tsx";
import { latestView, PageForm } from "#pages/form/page-form.tsx";
import { PersonLink } from "#pages/staff/person-link.tsx";
import { paths } from "#site/paths.ts";
import { Button } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { ActiveChips } from "./active-chips.tsx";
import { dealershipPage } from "./dealership.server.ts";
import { FaultyAds } from "./faulty-ads.tsx";

export const loader = dealershipPage.loader;
export const action = dealershipPage.action;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: args.loaderData?.dealership?.name ?? m.dealership_new(),
    isPrivate: true,
  });

/**
 * One dealership: its contact data, its customers' area, the leads that it takes, and its members.
 */
export default function DealershipPage({ loaderData, actionData }: Route.ComponentProps) {
  const { dealership, members, faulty, view, presses } = loaderData;
  const [query] = useSearchParams();
  return (
    <div className="mx-auto grid w-full max-w-form gap-6 p-4 sm:p-8">
      <div>
        <Link className="small" to={paths.staffDealerships()}>
          {m.dealership_back()}
        </Link>
        <div className="mt-2 flex flex-wrap items-center gap-4">
          <h1 className="text-page-title wrap-anywhere">
            {dealership?.name ?? m.dealership_new()}
          </h1>
          {dealership && <ActiveChips {...dealership} />}
        </div>
      </div>
      {query.get("done") === "saved" && !actionData && (
        <p className="notice notice--ok" role="status">
          {m.dealership_saved()}
        </p>
      )}
      {dealership?.licenceNumber === null && (
        <p className="notice notice--plain">{m.dealership_licence_none_text()}</p>
      )}
      <div className="card p-6">
        <PageForm
          view={latestView(actionData, view)}
          press={presses.dealership}
          submit={m.dealership_save()}
          variant="dark"
        />
      </div>
      {dealership && <FaultyAds ads={faulty} />}
      {dealership && <People members={members} />}
      {dealership && <Pause active={dealership.active} presses={presses} />}
    </div>
  );
}

type Loaded = Route.ComponentProps["loaderData"];

function People({ members }: Pick<Loaded, "members">) {
  return (
    <section className="card p-6" aria-labelledby="dealership-people">
      <h2 id="dealership-people" className="text-h3">
        {m.dealership_people()}
      </h2>
      {members.length === 0 && <p className="muted mt-2">{m.dealership_people_none()}</p>}
      <ul className="divide-y divide-border">
        {members.map((member) => (
          <li key={member.id} className="py-3">
            <PersonLink {...member} />
          </li>
        ))}
      </ul>
      <p className="small mt-3">
        <Link to={paths.staffPeople()}>{m.dealership_people_add()}</Link>
      </p>
    </section>
  );
}

function Pause({ active, presses }: { active: boolean } & Pick<Loaded, "presses">) {
  const press = active ? presses.pause : presses.resume;
  if (press === null) return null;
  return (
    <section className="card p-6">
      <CommandForm press={press} className="flex flex-wrap items-center justify-between gap-4">
        <p className="muted max-w-note">{m.dealership_pause_text()}</p>
        <Button type="submit" variant="ghost">
          {active ? m.dealership_pause() : m.dealership_resume()}
        </Button>
      </CommandForm>
    </section>
  );
}
