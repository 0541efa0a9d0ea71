import { data, Form, redirect, useSearchParams } from "react-router";
import type { Route } from "./+types/dealership.page.ts";
import { dealershipForm } from "#domain/dealership/dealership.form.ts";
import {
  findDealershipForStaff,
  listDealershipMembers,
} from "#domain/dealership/dealership-queries.server.ts";
import { saveDealership, setDealershipActive } from "#domain/dealership/save-dealership.server.ts";
import { rawValue } from "#forms/questions/raw-fields.ts";
import { m } from "#messages/messages.js";
import { answerForm, showForm } from "#pages/form/answer-form.server.ts";
import { latestView, PageForm } from "#pages/form/page-form.tsx";
import {
  requireFormPost,
  requireFreshFactor,
  requirePermission,
} from "#pages/session/guards.server.ts";
import { paths } from "#site/paths.ts";
import { Button } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { isUuid } from "#values/uuid.ts";
import { PersonLink } from "#pages/staff/person-link.tsx";
import { ActiveChips } from "./active-chips.tsx";
import { FaultyAds } from "./faulty-ads.tsx";
import { listFaultyAds } from "./faulty-ads.server.ts";

/** In place of an id: the form of one that is not there yet. */
const NEW = "new";

async function requireDealership(id: string) {
  const found = isUuid(id) ? await findDealershipForStaff(id) : null;
  if (!found) throw data({ message: m.dealership_gone() }, { status: 404 });
  return found;
}

export async function loader(args: Route.LoaderArgs) {
  const { visitor } = requirePermission(args, "manageDealerships");
  requireFreshFactor(args);
  const { id } = args.params;
  if (id === NEW)
    return { dealership: null, members: [], faulty: [], view: showForm(dealershipForm, visitor) };
  const found = await requireDealership(id);
  const { name, licenceNumber, active, isDemo, provinceCode, servedRadiusKm, ...rest } = found;
  const view = showForm(dealershipForm, visitor, {
    name,
    licenceNumber: licenceNumber ?? undefined,
    leadEmail: rest.leadEmail,
    phone: rest.phone,
    streetAddress: rest.streetAddress,
    city: rest.city,
    province: provinceCode,
    postalCode: rest.postalCode,
    servedRadius: servedRadiusKm,
    servedProvinces: rest.servedProvinces.join(","),
    takesLeadKinds: rest.takesLeadKinds.join(","),
  });
  const dealership = { name, licenceNumber, active, isDemo };
  const [members, faulty] = await Promise.all([
    listDealershipMembers(id),
    listFaultyAds(id, visitor.locale),
  ]);
  return { dealership, members, faulty, view };
}

export async function action(args: Route.ActionArgs) {
  const { user } = requirePermission(args, "changeDealerships");
  requireFreshFactor(args);
  const post = await requireFormPost(args);
  const { locale } = post.visitor;
  const id = args.params.id === NEW ? null : (await requireDealership(args.params.id)).id;
  const intent = rawValue(post.raw, "intent");
  const doneHref = (saved: string) => `${hrefIn(paths.staffDealership(saved), locale)}?done=saved`;
  if (id !== null && (intent === "pause" || intent === "resume")) {
    await setDealershipActive(user, id, intent === "resume");
    throw redirect(doneHref(id), 303);
  }
  return answerForm(dealershipForm, post, async (answers) => {
    const saved = await saveDealership(user, id, answers);
    if (saved.ok) return { ok: true, redirectTo: doneHref(saved.id) };
    switch (saved.code) {
      case "name_taken":
        return { ok: false, fieldErrors: [{ question: "name", code: "taken" }] };
      case "town_unknown":
        return { ok: false, fieldErrors: [{ question: "city", code: "unknown" }] };
      case "no_such_dealership":
        return { ok: false, message: m.dealership_gone(), status: 409 };
    }
  });
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: args.loaderData?.dealership?.name ?? m.dealership_new(),
    isPrivate: true,
  });

/** One dealership: how it is reached, whom it serves, what it takes, and who works there. */
export default function DealershipPage({ loaderData, actionData }: Route.ComponentProps) {
  const { dealership, members, faulty, view } = loaderData;
  const [query] = useSearchParams();
  return (
    <div className="mx-auto grid w-full max-w-[860px] gap-6 p-4 sm:p-8">
      <div>
        <Link className="small" to={paths.staffDealerships()}>
          {m.dealership_back()}
        </Link>
        <div className="mt-2 flex flex-wrap items-center gap-4">
          <h1 className="text-[1.75rem] wrap-anywhere">{dealership?.name ?? m.dealership_new()}</h1>
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
        <PageForm view={latestView(actionData, view)} submit={m.dealership_save()} look="dark" />
      </div>
      {dealership && <FaultyAds ads={faulty} />}
      {dealership && <People members={members} />}
      {dealership && <Pause active={dealership.active} />}
    </div>
  );
}

function People({ members }: { members: Awaited<ReturnType<typeof listDealershipMembers>> }) {
  return (
    <section className="card p-6" aria-labelledby="dealership-people">
      <h2 id="dealership-people" className="text-[length:var(--fs-h3)]">
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

function Pause({ active }: { active: boolean }) {
  return (
    <section className="card p-6">
      <Form method="post" className="flex flex-wrap items-center justify-between gap-4">
        <p className="muted max-w-[36em]">{m.dealership_pause_text()}</p>
        <Button type="submit" look="ghost" name="intent" value={active ? "pause" : "resume"}>
          {active ? m.dealership_pause() : m.dealership_resume()}
        </Button>
      </Form>
    </section>
  );
}
