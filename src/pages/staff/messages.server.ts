import { data, redirect } from "react-router";
import { recordAct, toActor } from "#domain/audit/record-audit.server.ts";
import { listLeadReferences } from "#domain/lead/lead-queries.server.ts";
import { countMessages, listMessages } from "#domain/notification/messages.server.ts";
import { sendAgain } from "#domain/notification/notify.server.ts";
import { defineCommands } from "#pages/command/commands.server.ts";
import { definePage, type PageSubject } from "#pages/command/define-page.server.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { formatNumber } from "#values/format.ts";
import { isUuid } from "#values/uuid.ts";
import { viewMessage } from "./message-view.server.ts";
import { buildAddress, COUNTED, readAddress, type Tab, TABS } from "./messages-address.ts";

export const messagesPage = definePage({
  address: "/staff/messages",
  read: "seeMessages",
  async load(args, { user, visitor }) {
    // The list shows recipients and subjects, so the view is recorded.
    await recordAct({ by: toActor(user), action: "messages_viewed" });
    const { locale } = visitor;
    const { tab, olderThan } = readAddress(args.request);
    const [{ messages, hasOlder }, counts] = await Promise.all([
      listMessages({ states: TABS[tab].states, olderThan }),
      countMessages(COUNTED.flatMap((each) => TABS[each].states)),
    ]);
    const references = await listLeadReferences(messages.flatMap(({ leadId }) => leadId ?? []));
    const count = (of: Tab) =>
      TABS[of].states.reduce((sum: number, state) => sum + (counts[state] ?? 0), 0);
    const last = messages.at(-1);
    return {
      tab,
      counts: Object.fromEntries(COUNTED.map((each) => [each, formatNumber(count(each), locale)])),
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
  }),
});
