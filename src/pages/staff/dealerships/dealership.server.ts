import { data, redirect } from "react-router";
import { dealershipForm } from "#domain/dealership/dealership.form.ts";
import {
  findDealershipForStaff,
  listDealershipMembers,
} from "#domain/dealership/dealership-queries.server.ts";
import { saveDealership, setDealershipActive } from "#domain/dealership/save-dealership.server.ts";
import { m } from "#messages/messages.js";
import { type Command, defineCommands, type Press } from "#pages/command/commands.server.ts";
import { definePage, type PageSubject } from "#pages/command/define-page.server.ts";
import { handleForm, showForm } from "#pages/form/handle-form.server.ts";
import { type Member, type PageArgs, requirePermission } from "#pages/session/guards.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { isUuid } from "#values/uuid.ts";
import { listFaultyAds } from "./faulty-ads.server.ts";

/** In place of an id: the form of a dealership that is not stored yet. */
const NEW = "new";

type Args = PageArgs & { params: { id: string } };
/** The id of the dealership; null if it is not stored yet. */
type Subject = PageSubject<string | null>;

async function requireDealership(id: string) {
  const found = isUuid(id) ? await findDealershipForStaff(id) : null;
  if (!found) throw data({ message: m.dealership_gone() }, { status: 404 });
  return found;
}

async function loadDealership(args: Args, { visitor }: Member) {
  const { id } = args.params;
  if (id === NEW) {
    requirePermission(args, "changeDealerships");
    return { dealership: null, members: [], faulty: [], view: showForm(dealershipForm, visitor) };
  }
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

const doneHref = (id: string, { post }: Press) =>
  `${hrefIn(paths.staffDealership(id), post.visitor.locale)}?done=saved`;

const setActive = (active: boolean) =>
  ({
    may: "changeDealerships",
    async run(press, { by, of: id }) {
      if (id === null) throw data(null, { status: 409 });
      await setDealershipActive(by, id, active);
      throw redirect(doneHref(id, press), 303);
    },
  }) as const satisfies Command<Subject>;

const commands = defineCommands<Subject>()({
  pause: setActive(false),
  resume: setActive(true),
  dealership: {
    may: "changeDealerships",
    run: (press, { by, of: id }) =>
      handleForm(dealershipForm, press.post, async (answers) => {
        const saved = await saveDealership(by, id, answers);
        if (saved.ok) return { ok: true, redirectTo: doneHref(saved.id, press) };
        switch (saved.code) {
          case "name_taken":
            return { ok: false, fieldErrors: [{ question: "name", code: "taken" }] };
          case "town_unknown":
            return { ok: false, fieldErrors: [{ question: "city", code: "unknown" }] };
          case "no_such_dealership":
            return { ok: false, message: m.dealership_gone(), status: 409 };
        }
      }),
  },
});

export const dealershipPage = definePage({
  address: "/staff/dealerships/:id",
  read: "seeDealerships",
  needsFreshFactor: true,
  load: loadDealership,
  async find({ params }: Args) {
    if (params.id === NEW) return null;
    await requireDealership(params.id);
    return params.id;
  },
  commands,
});
