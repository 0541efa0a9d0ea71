import { listConsidered } from "#domain/dealership/dealership-queries.server.ts";
import { type Considered, explainRoute } from "#domain/dealership/dealership.ts";
import { kindWord } from "#domain/lead/lead-words.ts";
import { MATCHED_KINDS } from "#domain/lead/passing-on.server.ts";
import { listRoutedLeads } from "#domain/lead/routed-leads.server.ts";
import { m } from "#messages/messages.js";
import { definePage } from "#pages/command/define-page.server.ts";
import type { Member, PageArgs } from "#pages/session/guards.server.ts";
import { paths } from "#site/paths.ts";
import { formatDate } from "#values/format.ts";
import { type ResolvedLocation, resolveLocation } from "#values/location/resolve-location.ts";
import { describePassedOver, describeRoute } from "#domain/lead/route-words.ts";

const LEADS_COMPARED = 200;
/** Of those that would go elsewhere today. */
const MOST_SHOWN = 50;

/** Who would get a lead of a kind from a place, and whether the last leads would go elsewhere today. */
export const routingPage = definePage({
  address: "/staff/dealerships/routing",
  read: "seeDealerships",
  async load({ request }: PageArgs, { visitor: { locale } }: Member) {
    const query = new URL(request.url).searchParams;
    const kind = MATCHED_KINDS.find((each) => each === query.get("kind")) ?? "pre_approval";
    const place = (query.get("place") ?? "").slice(0, 100);
    const location = place === "" ? null : resolveLocation({ text: place });
    const [all, leads] = await Promise.all([listConsidered(), listRoutedLeads(LEADS_COMPARED)]);
    const changed = leads.flatMap(({ dealershipId, dealershipName, ...lead }) => {
      const chosen = explainRoute(all, lead).route?.chosen;
      if (chosen?.id === dealershipId) return [];
      return [
        {
          reference: lead.reference,
          path: paths.lead(lead.reference),
          text: [kindWord(lead.kind, locale), lead.city].filter(Boolean).join(", "),
          date: formatDate(lead.receivedAt, locale),
          before: dealershipName,
          today: chosen?.name ?? m.routing_nobody(),
        },
      ];
    });
    return {
      kinds: MATCHED_KINDS.map((each) => ({ code: each, text: kindWord(each, locale) })),
      kind,
      place,
      isUnknown: place !== "" && !location,
      answer: location && viewAnswer(all, { ...readPoint(location), kind }, location, locale),
      compared: leads.length,
      changedCount: changed.length,
      changed: changed.slice(0, MOST_SHOWN),
    };
  },
});

function readPoint({ region, lat, lon }: ResolvedLocation) {
  return { provinceCode: region, lat: lat ?? null, lon: lon ?? null };
}

function viewAnswer(
  all: readonly Considered[],
  lead: Parameters<typeof explainRoute>[1],
  { text }: ResolvedLocation,
  locale: Member["visitor"]["locale"],
) {
  const { route, others } = explainRoute(all, lead);
  return {
    place: text,
    chosen: route && {
      name: route.chosen.name,
      path: paths.staffDealership(route.chosen.id),
      why: describeRoute(route.reason, locale),
    },
    others: others.map((other) => ({
      name: other.name,
      path: paths.staffDealership(other.id),
      why: describePassedOver(other, locale),
    })),
  };
}
