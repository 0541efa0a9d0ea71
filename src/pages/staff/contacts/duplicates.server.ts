import { recordAct, toActor } from "#domain/audit/record-audit.server.ts";
import { listContactNames } from "#domain/contact/contacts.server.ts";
import { listDuplicatePairs } from "#domain/contact/duplicates.server.ts";
import { formatLeadName } from "#domain/lead/lead-words.ts";
import { definePage } from "#pages/command/define-page.server.ts";
import { paths } from "#site/paths.ts";
import { isUuid } from "#values/uuid.ts";
import { nameReasons } from "./contact.server.ts";

export const duplicatesPage = definePage({
  address: "/staff/contacts/duplicates",
  read: "seeLeads",
  async load({ request }, { user, visitor: { locale } }) {
    await recordAct({ by: toActor(user), action: "contact_list_viewed" });
    const after = readPair(new URL(request.url).searchParams.get("after") ?? "");
    const { pairs, hasOlder } = await listDuplicatePairs(after);
    const names = await listContactNames(pairs.flatMap((pair) => [pair.newerId, pair.olderId]));
    const nameOf = (id: string) => {
      const named = names.get(id);
      return named ? formatLeadName(named, locale) : null;
    };
    const last = pairs.at(-1);
    return {
      pairs: pairs.flatMap(({ newerId, olderId, reasons }) => {
        const [newer, older] = [nameOf(newerId), nameOf(olderId)];
        // Gone since: merged or erased by somebody else.
        if (newer === null || older === null) return [];
        return [
          {
            newer: { id: newerId, name: newer },
            older: { id: olderId, name: older },
            reasons: nameReasons(reasons, locale),
          },
        ];
      }),
      newestHref: after ? paths.staffDuplicates() : null,
      olderHref:
        hasOlder && last
          ? `${paths.staffDuplicates()}?after=${last.newerId}.${last.olderId}`
          : null,
    };
  },
});

/** The pair that the address names, `newer.older`. */
function readPair(text: string) {
  const [newerId = "", olderId = "", ...more] = text.split(".");
  return isUuid(newerId) && isUuid(olderId) && more.length === 0 ? { newerId, olderId } : null;
}
