import { data } from "react-router";
import type { DeliveryTarget } from "#domain/delivery-target/delivery-target.table.ts";
import { targetForm } from "#domain/delivery-target/target.form.ts";
import { ROTATION_HOURS } from "#domain/delivery-target/target-settings.server.ts";
import {
  addTarget,
  listTargets,
  removeTarget,
  replayTarget,
  rotateSecret,
  switchTarget,
  testTarget,
} from "#domain/delivery-target/targets.server.ts";
import { EVENTS, isEventName } from "#domain/notification/events/events.ts";
import {
  countMessagesOfTarget,
  listMessagesOfTarget,
  type MessageWithAttempts,
} from "#domain/notification/messages.server.ts";
import { m } from "#messages/messages.js";
import { defineCommands } from "#pages/command/commands.server.ts";
import { definePage } from "#pages/command/define-page.server.ts";
import { type DeskSubject, requireDealership } from "#pages/dealer/desk.server.ts";
import { handleForm, showForm } from "#pages/form/handle-form.server.ts";
import { type Member, type PageArgs, redirectTo } from "#pages/session/guards.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { formatDateTime, formatNumber } from "#values/format.ts";
import { LEAD_KINDS, type LeadKind } from "#values/lead-kind.ts";
import { type Locale, languageTag } from "#values/locale.ts";

/** Newest deliveries of each target; all are at /staff/messages. */
const DELIVERIES_SHOWN = 10;

const KIND_WORDS: Record<LeadKind, () => string> = {
  pre_approval: m.dealer_target_lead_kinds_option_pre_approval,
  call_back: m.dealer_target_lead_kinds_option_call_back,
  offer_request: m.dealer_target_lead_kinds_option_offer_request,
  sell_car: m.dealer_target_lead_kinds_option_sell_car,
  credit_application: m.dealer_target_lead_kinds_option_credit_application,
  bid: m.dealer_target_lead_kinds_option_bid,
};

/** How a target is doing. */
function viewHealth({ state, failuresInARow, restingUntil }: DeliveryTarget, locale: Locale) {
  if (state === "gone") return { tone: "bad", text: m.dealer_target_state_gone() } as const;
  if (state === "off") return { tone: "off", text: m.dealer_target_state_off() } as const;
  if (restingUntil) {
    const time = formatDateTime(restingUntil, locale);
    return restingUntil > now()
      ? ({ tone: "bad", text: m.dealer_target_state_resting({ time }) } as const)
      : ({ tone: "bad", text: m.dealer_target_state_failing() } as const);
  }
  return failuresInARow > 0
    ? ({ tone: "warn", text: m.dealer_target_state_failing() } as const)
    : ({ tone: "ok", text: m.dealer_target_state_on() } as const);
}

/** Each try of a message with what was answered; a message that was not tried yet waits. */
function viewDelivery({ id, event, createdAt, tries }: MessageWithAttempts, locale: Locale) {
  return {
    id,
    what: isEventName(event) ? EVENTS[event].label({}, { locale }) : event,
    createdAt: formatDateTime(createdAt, locale),
    tries: tries.map(({ id: tryId, at, detail, outcome, number }) => ({
      id: tryId,
      number: formatNumber(number, locale),
      at: formatDateTime(at, locale),
      isSent: outcome === "sent",
      detail,
    })),
  };
}

async function viewTarget(target: DeliveryTarget, locale: Locale) {
  const { id, name, kind, shownAddress, leadKinds, state } = target;
  const [messages, counts] = await Promise.all([
    listMessagesOfTarget(id, DELIVERIES_SHOWN),
    countMessagesOfTarget(id),
  ]);
  const { sent = 0, waiting = 0, failed = 0, dead = 0 } = counts;
  return {
    id,
    name,
    shownAddress,
    health: viewHealth(target, locale),
    isOn: state === "on",
    hasSecret: kind === "webhook",
    hasDead: dead > 0,
    kindName:
      kind === "webhook"
        ? m.dealer_target_kind_option_webhook()
        : m.dealer_target_kind_option_adf_post(),
    leadKinds: new Intl.ListFormat(languageTag[locale]).format(
      leadKinds.map((each) => KIND_WORDS[each]()),
    ),
    sent: formatNumber(sent, locale),
    waiting: formatNumber(waiting + failed, locale),
    dead: formatNumber(dead, locale),
    deliveries: messages.map((message) => viewDelivery(message, locale)),
  };
}

const address = (done: string) => `${hrefIn(paths.dealerTargets())}?done=${done}`;

export const targetsPage = definePage({
  address: "/dealer/targets",
  read: "seeDesk",
  async load({ request }: PageArgs, member: Member) {
    const { visitor } = member;
    const dealership = await requireDealership(member);
    const targets = await listTargets(dealership.id);
    return {
      dealership: { name: dealership.name, email: dealership.leadEmail },
      done: new URL(request.url).searchParams.get("done"),
      targets: await Promise.all(targets.map((target) => viewTarget(target, visitor.locale))),
      addView: showForm(targetForm, visitor, {
        kind: "webhook",
        leadKinds: LEAD_KINDS.join(","),
      }),
    };
  },
  find: (_args: PageArgs, member: Member) => requireDealership(member),
  commands: defineCommands<DeskSubject>()({
    "add-target": {
      may: "changeDesk",
      needsFreshFactor: true,
      run: ({ post }, { by }) =>
        handleForm(targetForm, post, async (answers) => {
          const added = await addTarget(by, answers);
          if (added.ok) return { ok: true, code: "added", secret: added.secret } as const;
          if (added.code === "bad_address")
            return { ok: false, fieldErrors: [{ question: "url", code: added.fault }] } as const;
          if (added.code === "not_permitted") throw data(null, { status: 403 });
          return { ok: false, message: m.dealer_target_too_many(), status: 409 } as const;
        }),
    },
    "rotate-secret": {
      may: "changeDesk",
      needsFreshFactor: true,
      async run({ field }, { by }) {
        const secret = await rotateSecret(by, field("target"));
        if (secret === null) throw data(null, { status: 409 });
        return data({ code: "rotated", secret, hours: ROTATION_HOURS } as const);
      },
    },
    "test-target": {
      may: "changeDesk",
      async run({ post, field }, { by }) {
        requireDone(await testTarget(by, field("target"), post.visitor.locale));
        throw redirectTo(address("tested"));
      },
    },
    "replay-target": {
      may: "changeDesk",
      async run({ field }, { by }) {
        requireDone((await replayTarget(by, field("target"))) > 0);
        throw redirectTo(address("replayed"));
      },
    },
    "switch-target": {
      may: "changeDesk",
      async run({ field }, { by }) {
        requireDone(await switchTarget(by, field("target"), field("to") === "on"));
        throw redirectTo(address("switched"));
      },
    },
    "remove-target": {
      may: "changeDesk",
      needsFreshFactor: true,
      async run({ field }, { by }) {
        requireDone(await removeTarget(by, field("target")));
        throw redirectTo(address("removed"));
      },
    },
  }),
});

/** @throws a redirect to the page as it is now: a colleague changed the target meanwhile */
function requireDone(isDone: boolean): void {
  if (!isDone) throw redirectTo(address("changed_meanwhile"));
}
