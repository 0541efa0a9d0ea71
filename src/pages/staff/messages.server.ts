import { data, redirect } from "react-router";
import { recordAct, toActor } from "#domain/audit/record-audit.server.ts";
import {
  countUnmatched,
  deleteUnmatched,
  type InboundEmail,
  listUnmatched,
} from "#domain/inbound-email/inbound-emails.server.ts";
import { joinEmail } from "#domain/inbound-email/receive-email.server.ts";
import { listLeadReferences } from "#domain/lead/lead-queries.server.ts";
import { countMessages, listMessages } from "#domain/notification/messages.server.ts";
import { sendAgain } from "#domain/notification/notify.server.ts";
import { m } from "#messages/messages.js";
import { defineCommands } from "#pages/command/commands.server.ts";
import { definePage, type PageSubject } from "#pages/command/define-page.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { formatDateTime, formatNumber } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";
import { readReference } from "#values/reference.ts";
import { isUuid } from "#values/uuid.ts";
import { describeLeftOut } from "./lead-event.server.ts";
import { viewMessage } from "./message-view.server.ts";
import { buildAddress, COUNTED, readAddress, type Tab, TABS } from "./messages-address.ts";

const NO_MESSAGES: Awaited<ReturnType<typeof listMessages>> = { messages: [], hasOlder: false };

function viewUnmatched(mail: InboundEmail, locale: Locale) {
  const { id, fromName, fromAddress, subject, text, quoted, leftOut, receivedAt } = mail;
  return {
    id,
    from: fromName ? `${fromName} <${fromAddress}>` : fromAddress,
    subject: subject || m.inbound_mail_no_subject({}, { locale }),
    text,
    receivedAt: formatDateTime(receivedAt, locale),
    rest: { quoted, leftOut: leftOut.map((each) => describeLeftOut(each, locale)) },
  };
}

export type UnmatchedMail = ReturnType<typeof viewUnmatched>;

export const messagesPage = definePage({
  address: "/staff/messages",
  read: "seeMessages",
  async load(args, { user, visitor }) {
    // The list shows recipients and subjects, so the view is recorded.
    await recordAct({ by: toActor(user), action: "messages_viewed" });
    const { locale } = visitor;
    const { tab, olderThan } = readAddress(args.request);
    const [{ messages, hasOlder }, counts, unmatched] = await Promise.all([
      tab === "unmatched" ? NO_MESSAGES : listMessages({ states: TABS[tab].states, olderThan }),
      countMessages(COUNTED.flatMap((each) => TABS[each].states)),
      countUnmatched(),
    ]);
    const references = await listLeadReferences(messages.flatMap(({ leadId }) => leadId ?? []));
    const count = (of: Tab) =>
      TABS[of].states.reduce((sum: number, state) => sum + (counts[state] ?? 0), 0);
    const last = messages.at(-1);
    const shownCounts: Partial<Record<Tab, string>> = {
      ...Object.fromEntries(COUNTED.map((each) => [each, formatNumber(count(each), locale)])),
      ...(unmatched > 0 && { unmatched: formatNumber(unmatched, locale) }),
    };
    return {
      tab,
      counts: shownCounts,
      unmatched:
        tab === "unmatched"
          ? (await listUnmatched()).map((mail) => viewUnmatched(mail, locale))
          : null,
      messages: messages.map((message) => ({
        ...viewMessage(message, locale),
        reference: message.leadId && (references.get(message.leadId) ?? null),
      })),
      newestHref: olderThan ? buildAddress(tab) : null,
      olderHref: hasOlder && last ? buildAddress(tab, last.id) : null,
    };
  },
  commands: defineCommands<PageSubject>()({
    "send-again": {
      may: "sendMessagesAgain",
      async run({ args, field }) {
        const id = field("retry");
        const { ok } = isUuid(id) ? await sendAgain(id) : { ok: false };
        if (!ok) return data({ refusal: "not_retried" } as const, { status: 409 });
        const { tab, olderThan } = readAddress(args.request);
        throw redirect(hrefIn(buildAddress(tab, olderThan)), 303);
      },
    },
    /** Says which lead a mail belongs to. */
    "join-mail": {
      may: "workLeads",
      async run({ field }, { by }) {
        const [id, typed] = [field("mail"), field("reference")];
        const reference = readReference(typed);
        const isJoined =
          isUuid(id) && reference && (await joinEmail(id, { reference, byUserId: by.id }));
        if (isJoined) throw redirect(hrefIn(paths.lead(reference)), 303);
        return data({ refusal: "no_such_lead", id, typed } as const, { status: 422 });
      },
    },
    "delete-mail": {
      may: "workLeads",
      async run({ field }) {
        if (isUuid(field("mail"))) await deleteUnmatched(field("mail"));
        throw redirect(hrefIn(buildAddress("unmatched")), 303);
      },
    },
  }),
});
