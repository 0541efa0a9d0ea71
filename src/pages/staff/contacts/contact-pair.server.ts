import { redirect } from "react-router";
import { keepContactsApart, mergeContacts } from "#domain/contact/merge-contacts.server.ts";
import { defineCommands } from "#pages/command/commands.server.ts";
import { definePage, type PageSubject } from "#pages/command/define-page.server.ts";
import type { PageArgs } from "#pages/session/guards.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { openContact, refuseMerge, viewContact } from "./contact.server.ts";

type Pair = { id: string; other: string };
type Args = PageArgs & { params: Pair };

const commands = defineCommands<PageSubject<Pair>>()({
  merge: {
    may: "workLeads",
    async run(_press, { by, of: { id, other } }) {
      const merged = await mergeContacts({ survivorId: id, mergedId: other, by });
      if (merged.ok) throw redirect(`${hrefIn(paths.staffContact(id))}?done=merged`, 303);
      return refuseMerge(merged.code);
    },
  },
  "keep-apart": {
    may: "workLeads",
    async run(_press, { by, of: { id, other } }) {
      if (!(await keepContactsApart(id, other, by))) return refuseMerge("not_found");
      throw redirect(`${hrefIn(paths.staffContact(id))}?done=apart`, 303);
    },
  },
});

export const contactPairPage = definePage({
  address: "/staff/contacts/:id/with/:other",
  read: "seeLeads",
  commands,
  find: ({ params: { id, other } }: Args) => ({ id, other }),
  async load({ params }: Args, member) {
    const { locale } = member.visitor;
    const [one, other] = [
      viewContact(await openContact(params.id, member), locale),
      viewContact(await openContact(params.other, member), locale),
    ];
    return { ...params, people: [one, other], alike: listReached(one, listReached(other)) };
  },
});

/** Addresses and numbers of a person; only those that are among others, if these are given. */
function listReached(
  { emails, phones }: ReturnType<typeof viewContact>,
  among?: readonly string[],
): string[] {
  const all = [...emails.map(({ address }) => address), ...phones.map(({ number }) => number)];
  return among ? all.filter((each) => among.includes(each)) : all;
}
