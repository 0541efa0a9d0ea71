import { recordAct, toActor } from "#domain/audit/record-audit.server.ts";
import {
  type DealerLead,
  listDealerLeads,
  MOST_LEADS_SHOWN,
} from "#domain/lead/dealer-leads.server.ts";
import { outcomeWord } from "#domain/lead/handover-words.ts";
import { kindWord } from "#domain/lead/lead-words.ts";
import { m } from "#messages/messages.js";
import { definePage } from "#pages/command/define-page.server.ts";
import { requireDealership } from "#pages/dealer/desk.server.ts";
import type { Member, PageArgs } from "#pages/session/guards.server.ts";
import { formatDateTime } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";
import { readReference } from "#values/reference.ts";

const FILTERS = {
  all: m.dealer_leads_filter_all,
  waiting: m.dealer_leads_filter_waiting,
  accepted: m.dealer_leads_filter_accepted,
  done: m.dealer_leads_filter_done,
  over: m.dealer_leads_filter_over,
} as const;
type Filter = keyof typeof FILTERS;

const isFilter = (name: string): name is Filter => Object.hasOwn(FILTERS, name);

export const dealerLeadsPage = definePage({
  address: "/dealer/leads",
  read: "seeDealerLeads",
  async load({ request }: PageArgs, member: Member) {
    const { user, visitor } = member;
    const dealership = await requireDealership(member);
    const query = new URL(request.url).searchParams;
    const asked = query.get("show") ?? "all";
    const chosen: Filter = isFilter(asked) ? asked : "all";
    const leads = await listDealerLeads(dealership.id);
    await recordAct({ by: toActor(user), action: "lead_list_viewed" });
    const passed = readReference(query.get("passed") ?? "");
    return {
      dealership: dealership.name,
      isGone: query.has("gone"),
      passed: passed && m.dealer_lead_done_passed({ reference: passed }),
      newestOnly: leads.length === MOST_LEADS_SHOWN ? MOST_LEADS_SHOWN : null,
      filters: Object.entries(FILTERS).map(([filter, name]) => ({
        filter,
        name: name(),
        count: leads.filter((lead) => isShown(lead, filter)).length,
        isChosen: filter === chosen,
      })),
      leads: leads
        .filter((lead) => isShown(lead, chosen))
        .map((lead) => viewLead(lead, visitor.locale)),
    };
  },
});

function isShown(lead: DealerLead, filter: string): boolean {
  if (filter === "all") return true;
  return lead.state === "over" ? filter === "over" : lead.step === filter;
}

function viewLead(lead: DealerLead, locale: Locale) {
  const shown = {
    reference: lead.reference,
    kind: kindWord(lead.kind, locale),
    received: formatDateTime(lead.receivedAt, locale),
  };
  if (lead.state === "over") {
    const time = lead.since && formatDateTime(lead.since, locale);
    return {
      ...shown,
      state: lead.state,
      chip: time ? OVER[lead.why]({ time }) : m.dealer_applications_over(),
      text: lead.why === "consent" ? m.dealer_applications_delete() : m.dealer_leads_given_up(),
    };
  }
  const { name, city, step, answerBy, outcome } = lead;
  const isWaiting = step === "waiting";
  return {
    ...shown,
    state: lead.state,
    name: name || kindWord(lead.kind, locale),
    city,
    isWaiting,
    chip: outcome
      ? outcomeWord(outcome, locale)
      : step
        ? FILTERS[step]()
        : m.dealer_applications_shared(),
    text:
      isWaiting && answerBy
        ? m.dealer_leads_answer_by({ time: formatDateTime(answerBy, locale) })
        : null,
  };
}

const OVER = {
  consent: m.dealer_applications_withdrawn,
  passed: m.dealer_leads_passed,
  timed_out: m.dealer_leads_timed_out,
} as const;
