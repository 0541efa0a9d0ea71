import { and, arrayContains, eq, isNotNull, sql } from "drizzle-orm";
import { deliveryTargetTable } from "#domain/delivery-target/delivery-target.table.ts";
import { recordTry, writeDelivery } from "#domain/delivery-target/deliver.server.ts";
import type { Delivery } from "#domain/delivery-target/kinds/target-kind.ts";
import { Unwritable } from "#domain/notification/events/event.ts";
import { type Message, messageTable } from "#domain/notification/message.table.ts";
import { type NewMessage, notify } from "#domain/notification/notify.server.ts";
import type { Transaction } from "#platform/database/database.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { m } from "#messages/messages.js";
import type { Locale } from "#values/locale.ts";
import { renderAdf } from "./adf/adf.ts";
import type { AdfLead } from "./adf/adf-lead.ts";
import { leadTable } from "./lead.table.ts";

type Addressed = { id: string; locale: Locale };

/**
 * Delivers a lead to the targets of the dealerships that it is passed to, beside the e-mail that
 * each of them gets. `change` names a later change of the lead, which is delivered once.
 */
export async function notifyTargets(
  transaction: Transaction,
  { id: leadId, locale }: Addressed,
  dealershipId: string,
  change?: string,
): Promise<void> {
  const { id, shownAddress, leadKinds, state } = deliveryTargetTable;
  const targets = await transaction
    .select({ id, to: shownAddress })
    .from(deliveryTargetTable)
    .innerJoin(leadTable, eq(leadTable.id, leadId))
    .where(
      and(
        eq(deliveryTargetTable.dealershipId, dealershipId),
        eq(state, "on"),
        arrayContains(leadKinds, sql`array[${leadTable.kind}]`),
      ),
    );
  const owed = targets.map(({ id: targetId, to }): NewMessage => {
    const key = [`lead_target:${leadId}:${targetId}`, ...(change ? [change] : [])].join(":");
    return { event: "lead_target", key, to, locale, leadId, dealershipId, targetId };
  });
  await notify(transaction, ...owed);
}

/**
 * Notifies the targets that got a lead that its sender withdrew or erased it, or that the dealership
 * gave it up (`isGivenUp`): either way they delete it.
 */
export async function notifyTargetsOfEnd(
  transaction: Transaction,
  sent: readonly SentToTarget[],
  {
    reference,
    locale,
    leadId = null,
    isGivenUp = false,
  }: { reference: string; locale: Locale; leadId?: string | null; isGivenUp?: boolean },
): Promise<void> {
  const owed = sent.map(({ targetId, to, dealershipId }): NewMessage => ({
    event: "lead_target_ended",
    key: `lead_target_ended:${reference}:${targetId}`,
    to,
    locale,
    leadId,
    dealershipId,
    targetId,
    params: { reference, isGivenUp },
  }));
  await notify(transaction, ...owed);
}

type SentToTarget = { targetId: string; to: string; dealershipId: string | null };

/** The targets that got a lead. */
export async function listTargetsWithLead(
  transaction: Transaction,
  leadId: string,
): Promise<SentToTarget[]> {
  const { targetId, recipient, dealershipId, event, state } = messageTable;
  const sent = await transaction
    .selectDistinct({ targetId, to: recipient, dealershipId })
    .from(messageTable)
    .where(
      and(
        eq(messageTable.leadId, leadId),
        eq(event, "lead_target"),
        eq(state, "sent"),
        isNotNull(targetId),
      ),
    );
  return sent.flatMap(({ targetId: id, ...rest }) => (id ? { ...rest, targetId: id } : []));
}

/** What targets get of leads; `describe` loads the lead as the e-mail to the dealership has it. */
export function targetMessages(
  provider: AdfLead["provider"],
  describe: (message: Message) => Promise<AdfLead | Unwritable | null>,
) {
  return {
    lead_target: {
      prepare: (message: Message) =>
        writeDelivery(message, async () => {
          const lead = await describe(message);
          return lead === null || lead instanceof Unwritable ? lead : toDelivery(lead);
        }),
      tried: recordTry,
    },
    lead_target_ended: {
      prepare: (
        message: Message,
        { reference, isGivenUp = false }: { reference: string; isGivenUp?: boolean | undefined },
      ) => {
        const words = isGivenUp ? m.adf_given_up : m.adf_withdrawn;
        return writeDelivery(message, async () => ({
          ...toDelivery(nobodysLead(reference, provider, { status: "resend", words })),
          type: isGivenUp ? "lead.given_up" : "lead.withdrawn",
          data: { reference },
        }));
      },
      tried: recordTry,
    },
    target_test: {
      prepare: (message: Message) =>
        writeDelivery(
          message,
          async () => ({
            ...toDelivery(nobodysLead("TEST", provider, { status: "new", words: m.adf_test })),
            type: "test",
            data: { reference: "TEST" },
          }),
          { isTest: true },
        ),
      tried: recordTry,
    },
  };
}

function toDelivery(lead: AdfLead): Delivery {
  const { reference, requestedAt, interest, vehicle, tradeIn, customer, language } = lead;
  const { firstName, lastName, email, phone } = customer;
  return {
    type: lead.status === "resend" ? "lead.updated" : "lead.created",
    reference,
    adf: renderAdf(lead),
    data: {
      reference,
      requestedAt: requestedAt.toISOString(),
      language,
      interest,

      vehicle,
      tradeIn,
      customer,
    },
    personal: [firstName, lastName, email, phone].flatMap((value) => value ?? []),
  };
}

/** A document about no person, for a test, and for a lead that is not there any more. */
function nobodysLead(
  reference: string,
  provider: AdfLead["provider"],
  { status, words }: { status: "new" | "resend"; words: typeof m.adf_test },
): AdfLead {
  return {
    reference,
    status,
    provider,
    language: "en",
    interest: "buy",
    requestedAt: now(),
    vehicle: { condition: "unknown" },
    customer: {
      firstName: "",
      lastName: "",
      preferredLanguage: "en",
      comments: words({}, { locale: "en" }),
    },
    vendor: { name: "" },
  };
}
