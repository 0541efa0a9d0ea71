import { data, redirect, redirectDocument } from "react-router";
import { recordAct, toActor } from "#domain/audit/record-audit.server.ts";
import { may } from "#domain/identity/permission.ts";
import { assignLead, listWorkingStaff } from "#domain/lead/assign-lead.server.ts";
import { isLeadStatus } from "#domain/lead/lead.ts";
import { statusWord } from "#domain/lead/lead-words.ts";
import { updateLead } from "#domain/lead/update-lead.server.ts";
import { askForReview } from "#domain/review/review-request.server.ts";
import { inboxViewForm, VIEW_NAME_LENGTH } from "#domain/inbox/inbox-view.form.ts";
import { rawFields } from "#forms/questions/raw-fields.ts";
import { readForm } from "#forms/read-form.ts";
import { m } from "#messages/messages.js";
import { now } from "#platform/clock/clock.server.ts";
import { getLocale } from "#messages/runtime.js";
import { defineCommands, type Press, type Presses } from "#pages/command/commands.server.ts";
import { definePage, type PageSubject } from "#pages/command/define-page.server.ts";
import type { Member, PageArgs } from "#pages/session/guards.server.ts";
import { hrefIn } from "#ui/locale-href.ts";
import {
  buildLeadListPath,
  hasEmptyFields,
  type LeadListAddress,
  listAddressQuery,
  readLeadListAddress,
} from "./lead-list-address.ts";
import {
  deleteInboxView,
  findInboxView,
  listInboxViews,
  saveInboxView,
} from "#domain/inbox/inbox-views.server.ts";
import { paths } from "#site/paths.ts";
import { loadLeadList } from "./lead-list.server.ts";

/** What a command did to the chosen leads, and how exactly these are put back. */
export type LeadsChanged = {
  text: string;
  undo: { press: "undo-moves" | "undo-assignments"; changes: string[] } | null;
};

/** One chosen lead as the page showed it, and what it is to be. */
type Change = { reference: string; seen: string; to: string };

/** Changes one lead; false if it is no longer as the page showed it. */
type ChangeOne = (change: Change, by: Member["user"]) => Promise<boolean>;

/** More than a page shows. */
export const MOST_LEADS = 100;

export const leadListCommands = defineCommands<PageSubject>()({
  "move-leads": {
    may: "workLeads",
    run(press, { by }) {
      const to = press.field("stage");
      if (!isLeadStatus(to)) return refuse(m.inbox_bulk_no_stage());
      const stage = statusWord(to, getLocale());
      const chosen = readChosen(press).map(([reference, seen]) => ({ reference, seen, to }));
      return changeAll(chosen, by, moveOne, {
        press: "undo-moves",
        one: m.inbox_bulk_moved_one({ stage }),
        more: (count) => m.inbox_bulk_moved({ count, stage }),
      });
    },
  },
  "assign-leads": {
    may: "workLeads",
    async run(press, { by }) {
      const to = press.field("to");
      const owner = (await listWorkingStaff()).find(({ id }) => id === to);
      if (to !== "" && !owner) return refuse(m.inbox_bulk_no_owner());
      const name = owner?.name ?? m.inbox_owner_none();
      const chosen = readChosen(press).map(([reference, , seen]) => ({ reference, seen, to }));
      return changeAll(chosen, by, assignOne, {
        press: "undo-assignments",
        one: m.inbox_bulk_assigned_one({ name }),
        more: (count) => m.inbox_bulk_assigned({ count, name }),
      });
    },
  },
  // A download, not a page: the browser fetches it as a document.
  "export-leads": {
    may: "exportLeads",
    async run(press) {
      const chosen = readChosen(press).map(([reference]) => ["lead", reference]);
      if (chosen.length === 0) return refuse(m.inbox_bulk_none());
      const { columns } = readLeadListAddress(new URL(press.args.request.url));
      if (columns) chosen.push(["columns", columns.join(",")]);
      throw redirectDocument(hrefIn(`${paths.leadsCsv()}?${new URLSearchParams(chosen)}`), 303);
    },
  },
  "save-view": {
    may: "workLeads",
    async run(press, { by }) {
      const name = press.field("name").trim().slice(0, VIEW_NAME_LENGTH);
      const address = readLeadListAddress(new URL(press.args.request.url));
      const written = rawFields({ name, search: address.search });
      const reading = readForm(inboxViewForm, written, { now: now(), locale: getLocale() });
      if (!reading.ok) {
        const isSin = reading.fieldErrors.some(({ code }) => code === "holds_sin");
        return refuse(isSin ? m.inbox_view_holds_sin() : m.inbox_view_no_name(), name);
      }
      const query = new URLSearchParams(
        listAddressQuery({ ...address, view: null, olderThan: null }),
      ).toString();
      const isShared = press.field("shared") !== "";
      const view = await saveInboxView({ userId: by.id, name, query, isShared });
      if (view === null) return refuse(m.inbox_view_too_many(), name);
      throw redirect(hrefIn(buildLeadListPath({ ...address, view, olderThan: null })), 303);
    },
  },
  "delete-view": {
    may: "workLeads",
    async run(press, { by }) {
      const isDeleted = await deleteInboxView(press.field("view"), by.id);
      if (!isDeleted) return refuse(m.inbox_view_gone());
      const address = readLeadListAddress(new URL(press.args.request.url));
      throw redirect(hrefIn(buildLeadListPath({ ...address, view: null })), 303);
    },
  },
  "undo-moves": { may: "workLeads", run: (press, { by }) => undo(press, by, moveOne) },
  "undo-assignments": { may: "workLeads", run: (press, { by }) => undo(press, by, assignOne) },
});

export type LeadListPresses = Presses<typeof leadListCommands>;

type Args = PageArgs & { params: { reference?: string } };

export const leadsPage = definePage({
  address: "/staff/leads",
  read: "seeLeads",
  async load(args: Args, { user, visitor }) {
    const url = new URL(args.request.url);
    const address = readLeadListAddress(url);
    if (hasEmptyFields(url))
      throw redirect(hrefIn(buildLeadListPath(address, args.params.reference), visitor.locale));
    const opened = args.params.reference ? null : await openView(address, user.id);
    if (opened) throw redirect(hrefIn(opened, visitor.locale));
    // The list shows personal data (names, locations, cars), so the view is recorded.
    await recordAct({ by: toActor(user), action: "lead_list_viewed" });
    return {
      ...(await loadLeadList(address, user, visitor.locale)),
      views: await listInboxViews(user.id),
      mayExport: may(user, "exportLeads"),
    };
  },
  commands: leadListCommands,
});

/** A view alone leads to its filters; null for an address that has some, and for no view of theirs. */
async function openView(address: LeadListAddress, userId: string): Promise<string | null> {
  const { view } = address;
  if (view === null || listAddressQuery(address).length > 1) return null;
  const query = await findInboxView(view, userId);
  if (!query) return null;
  const saved = readLeadListAddress(new URL(`${paths.leads()}?${query}`, "http://list"));
  return buildLeadListPath({ ...saved, view });
}

const moveOne: ChangeOne = async ({ reference, seen, to }, by) => {
  if (!isLeadStatus(seen) || !isLeadStatus(to) || seen === to) return false;
  const update = { reference, by, seenStatus: seen, status: to, note: "" };
  return (await updateLead(update, askForReview)).ok;
};

const assignOne: ChangeOne = async ({ reference, seen, to }, by) => {
  if (seen === to) return false;
  const people = { seenUserId: seen || null, toUserId: to || null };
  return (await assignLead({ reference, by, ...people })).ok;
};

/** One after the other: each is a change of its own, with its own history and message. */
async function changeAll(
  chosen: readonly Change[],
  by: Member["user"],
  change: ChangeOne,
  said: {
    press: NonNullable<LeadsChanged["undo"]>["press"];
    one: string;
    more: (count: number) => string;
  },
) {
  if (chosen.length === 0) return refuse(m.inbox_bulk_none());
  const changed: Change[] = [];
  for (const each of chosen) if (await change(each, by)) changed.push(each);
  const [count, left] = [changed.length, chosen.length - changed.length];
  const told = count === 0 ? [] : [count === 1 ? said.one : said.more(count)];
  if (left > 0)
    told.push(left === 1 ? m.inbox_bulk_left_one() : m.inbox_bulk_left({ count: left }));
  const changes = changed.map(({ reference, seen, to }) => [reference, to, seen].join(":"));
  return answer({ text: told.join(" "), undo: count > 0 ? { press: said.press, changes } : null });
}

async function undo(press: Press, by: Member["user"], change: ChangeOne) {
  const changes = readChosen(press).map(([reference, seen, to]) => ({ reference, seen, to }));
  if (changes.length === 0) return refuse(m.inbox_bulk_none());
  let count = 0;
  for (const each of changes) if (await change(each, by)) count += 1;
  const left = changes.length - count;
  const told = [count === 1 ? m.inbox_bulk_undone_one() : m.inbox_bulk_undone({ count })];
  if (left > 0)
    told.push(left === 1 ? m.inbox_bulk_left_one() : m.inbox_bulk_left({ count: left }));
  return answer({ text: told.join(" "), undo: null });
}

/** "REFERENCE:stage:owner" of each chosen lead. */
function readChosen({ post }: Press): [string, string, string][] {
  const values = (post.raw.get("lead") ?? []).slice(0, MOST_LEADS);
  return values.map((value) => {
    const [reference = "", first = "", second = ""] = value.split(":");
    return [reference, first, second];
  });
}

function answer(changed: LeadsChanged) {
  return data({ changed, refused: null, viewName: null }, { status: 200 });
}

/** `viewName`: what was typed as the name of a view. */
function refuse(refused: string, viewName: string | null = null) {
  return data({ changed: null, refused, viewName }, { status: 422 });
}
