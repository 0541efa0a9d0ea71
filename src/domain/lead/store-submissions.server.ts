import { type Placeholder, type SQL, sql } from "drizzle-orm";
import { lockMailbox, tryMailbox } from "#domain/notification/mailbox-limit.server.ts";
import { messageTable } from "#domain/notification/message.table.ts";
import {
  makeMessageRows,
  type MessageRow,
  messageRows,
  type NewMessage,
  wakeWorkers,
} from "#domain/notification/notify.server.ts";
import type { FormDeclaration } from "#forms/define-form.ts";
import type { Answers } from "#forms/questions/question-kind.ts";
import { splitSealed } from "#forms/stored-answers.ts";
import { now } from "#platform/clock/clock.server.ts";
import { groupCommit } from "#platform/database/group-commit.server.ts";
import { db, type Queryable } from "#platform/database/database.server.ts";
import { jsonRows, writeJsonRows } from "#platform/database/json-rows.server.ts";
import { prepareStatement } from "#platform/database/prepared-query.server.ts";
import { countTries, tryRows } from "#platform/limit/rate-limit.server.ts";
import { dataKeyTable } from "#platform/vault/data-key.table.ts";
import { dataKeyRows, sealForNewRecord } from "#platform/vault/record-vault.server.ts";
import type { Locale } from "#values/locale.ts";
import { newReference } from "#values/reference.ts";
import type { ConsentInput } from "./consent.ts";
import { consentTable } from "./consent.table.ts";
import { consentRows, makeConsentRows } from "./consents.server.ts";
import { leadEventRows, leadRows, prepareLead } from "./create-lead.server.ts";
import { listOwedMessages } from "./lead-messages.server.ts";
import { isPassedOnByStaff } from "./passing-on.server.ts";
import type { LeadFacts } from "./lead.ts";
import { leadEventTable, leadTable } from "./lead.table.ts";
import { submissionTable } from "./submission.table.ts";

// Everything that a submission is stored as is one statement, however many submissions it stores.

export type NewSubmission = {
  /** The same id is the same submission, however often it is sent. */
  id: string;
  /** Of an example, whose address must be the same on every machine; else a new one is made. */
  reference?: string | undefined;
  form: FormDeclaration;
  answers: Answers;
  locale: Locale;
  /** Who was signed in when it was sent, if anybody. */
  userId?: string | null;
  /** Hash of the cookie of the browser that sent it, if one did. */
  visitorHash?: string | null;
  facts: LeadFacts;
  consents: ConsentInput[];
  /** The dealership that the request goes to regardless of place: the car's own. */
  dealershipId?: string | null;
  /** Whose car it is about, if a dealership's: it comes first where it serves the place. */
  sellingDealershipId?: string | null | undefined;
  /** No dealership hears of it before it is released (`releaseLead`). */
  isEmbargoed?: boolean | undefined;
  /** No page of ours sent it: nobody asked us to write to the address in it. */
  isFromProgram?: boolean | undefined;
  /** Mailboxes beside the sender's that are written to in the transaction that stores it. */
  mailboxes?: readonly string[] | undefined;
};

const submissionRows = jsonRows(submissionTable, [
  "id",
  "reference",
  "formName",
  "formVersion",
  "locale",
  "answers",
  "sealedAnswers",
  "userId",
  "visitorHash",
  "submittedAt",
]);

/** The row of a submission, and of the key of its sealed answers where it has any. */
export async function makeSubmissionRow(submission: NewSubmission) {
  const { id, form, answers, locale, userId = null, visitorHash = null } = submission;
  const { open, sealed } = splitSealed(form, answers);
  const context = { table: "submission", column: "sealed_answers", recordId: id };
  const sealing = sealed && (await sealForNewRecord(JSON.stringify(sealed), context));
  const row = {
    id,
    reference: submission.reference ?? newReference(),
    formName: form.name,
    formVersion: form.version,
    locale,
    answers: open,
    sealedAnswers: sealing?.sealed ?? null,
    userId,
    visitorHash,
    submittedAt: now(),
  };
  return { row, dataKey: sealing?.keyRow ?? null };
}

export type PreparedSubmission = Awaited<ReturnType<typeof prepareSubmission>>;

/**
 * A submission as the rows that it is stored as, with its lead's way and what that owes. `alsoOwed`
 * is told with it.
 */
export async function prepareSubmission(
  queryable: Queryable,
  submission: NewSubmission,
  { alsoOwed = [] }: { alsoOwed?: readonly NewMessage[] } = {},
) {
  const { row, dataKey } = await makeSubmissionRow(submission);
  const { id, reference, submittedAt } = row;
  const { facts, locale, consents } = submission;
  const share = consents.find(({ purpose }) => purpose === "share_with_dealership");
  const mayShare = !submission.isEmbargoed && share !== undefined;
  const waitsForStaff = mayShare && (await isPassedOnByStaff(queryable, facts));
  const {
    lead,
    row: leadRow,
    events,
  } = await prepareLead(queryable, {
    reference,
    submissionId: id,
    locale,
    facts,
    mayShare,
    waitsForStaff,
    // Who agreed to share with one that was named shares with that one.
    dealershipId: submission.dealershipId ?? (mayShare ? (share.dealershipId ?? null) : null),
    sellingDealershipId: submission.sellingDealershipId ?? null,
    receivedAt: submittedAt,
  });
  const { owed, confirmation: requested } = listOwedMessages(lead);
  const confirmation = submission.isFromProgram ? null : requested;
  const toMailbox = confirmation && tryMailbox(confirmation.to);
  const tries = new Map(
    [
      ...(submission.mailboxes ?? []).map(lockMailbox),
      ...(toMailbox ? [toMailbox.counted] : []),
    ].map((each) => [each.key.toString("hex"), each]),
  );
  const messages = await makeMessageRows([
    ...owed,
    ...alsoOwed,
    ...(confirmation ? [confirmation] : []),
  ]);
  return {
    id,
    reference,
    lead,
    submission: row,
    dataKey,
    consents: makeConsentRows(id, consents),
    leadRow,
    events,
    messages: messages.map((message): OwedRow => ({
      ...message,
      ...(toMailbox && message.event === "lead_confirmation"
        ? { limitKey: toMailbox.counted.key, most: toMailbox.most }
        : {}),
    })),
    mailboxTries: [...tries.values()],
  };
}

/** A message that goes out only while the window of its limit has not counted more. */
type OwedRow = MessageRow & { limitKey?: Buffer; most?: number };

export const STORED_PARTS = [
  "submissions",
  "keys",
  "consents",
  "leads",
  "events",
  "messages",
  "tries",
  "at",
] as const;

/** The values of `storeParts` for these submissions. */
export function writeStoredParts(
  prepared: readonly PreparedSubmission[],
): Record<(typeof STORED_PARTS)[number], unknown> {
  const ofEach = <Row extends object>(rowsOf: (each: PreparedSubmission) => readonly Row[]) =>
    writeJsonRows(
      prepared.flatMap((each) =>
        rowsOf(each).map((row, position) => ({ ...row, submissionId: each.id, place: position })),
      ),
    );
  return {
    submissions: writeJsonRows(prepared.map(({ submission }) => submission)),
    keys: ofEach(({ dataKey }) => (dataKey ? [dataKey] : [])),
    consents: ofEach(({ consents }) => consents),
    leads: writeJsonRows(prepared.map(({ leadRow }) => leadRow)),
    events: ofEach(({ events }) => events),
    messages: ofEach(({ messages }) => messages),
    tries: ofEach(({ mailboxTries }) => mailboxTries),
    at: now(),
  };
}

/**
 * The parts of a statement that store submissions with the keys of what they seal, consents, leads, events, messages and
 * counted mailboxes. `stored` has the ids of those that were not there before; all the rest is only
 * theirs. `gate` leaves some out.
 */
export function storeParts(
  {
    submissions,
    keys,
    consents,
    leads,
    events,
    messages,
    tries,
    at,
  }: Readonly<Record<(typeof STORED_PARTS)[number], Placeholder>>,
  gate = sql`true`,
): SQL {
  const rows = (json: Placeholder, types: SQL) =>
    sql`json_to_recordset(${json}::json) as given(${types})`;
  const ofStored = sql`join stored on stored.id = given."submissionId"`;
  const keyColumns = sql`"submissionId" uuid, place integer`;
  // A repeat waits at its id for the first one to commit, then finds its row.
  return sql`
    stored as (
      insert into ${submissionTable} (${submissionRows.columns})
      select ${submissionRows.values("given")} from ${rows(submissions, submissionRows.types)}
      where ${gate} order by given.id
      on conflict (id) do nothing returning id
    ), sealed as (
      insert into ${dataKeyTable} (${dataKeyRows.columns})
      select ${dataKeyRows.values("given")}
      from ${rows(keys, sql`${dataKeyRows.types}, ${keyColumns}`)} ${ofStored}
      on conflict (owner_table, record_id) do update set sealed_key = excluded.sealed_key
    ), agreed as (
      insert into ${consentTable} (${consentRows.columns})
      select ${consentRows.values("given")}
      from ${rows(consents, sql`${consentRows.types}, place integer`)} ${ofStored}
      order by given."submissionId", given.place
    ), opened as (
      insert into ${leadTable} (${leadRows.columns})
      select ${leadRows.values("given")} from ${rows(leads, leadRows.types)} ${ofStored}
    ), happened as (
      insert into ${leadEventTable} (${leadEventRows.columns})
      select ${leadEventRows.values("given")}
      from ${rows(events, sql`${leadEventRows.types}, ${keyColumns}`)} ${ofStored}
      order by given."submissionId", given.place
    ), counted as (
      ${countTries(
        sql`select given.* from ${rows(tries, sql`${tryRows.types}, ${keyColumns}`)} ${ofStored}`,
        at,
      )}
    ), owed as (
      insert into ${messageTable} (${messageRows.columns})
      select ${messageRows.values("given")}
      from ${rows(messages, sql`${messageRows.types}, "limitKey" bytea, most integer, ${keyColumns}`)}
      ${ofStored}
      where given."limitKey" is null
        or exists (select from counted where counted.key = given."limitKey" and count <= given.most)
      order by given.key
      on conflict (key) do nothing
    )`;
}

const storeStatement = prepareStatement<{ id: string }, (typeof STORED_PARTS)[number]>(
  "store_submissions",
  STORED_PARTS,
  (placeholders) => sql`with ${storeParts(placeholders)} select id from stored`,
);

/**
 * Stores submissions with all that they owe; answers for each whether it was stored now, or before.
 * No two have the same id, nor the same mailbox.
 */
export async function storePrepared(
  prepared: readonly PreparedSubmission[],
  queryable: Queryable = db(),
): Promise<boolean[]> {
  const rows = await storeStatement(writeStoredParts(prepared), queryable);
  const stored = new Set(rows.map(({ id }) => id));
  const isOwing = prepared.some(({ id, messages }) => stored.has(id) && messages.length > 0);
  if (isOwing) wakeWorkers(queryable);
  return prepared.map(({ id }) => stored.has(id));
}

/** What no two submissions of one statement may share. */
export function listStoredKeys({ id, mailboxTries }: PreparedSubmission): string[] {
  return [id, ...mailboxTries.map(({ key }) => key.toString("hex"))];
}

/** The same for one of many that come at once: those of the same moment are one commit. */
export const groupCommitSubmission = groupCommit(
  (prepared: readonly PreparedSubmission[]) => storePrepared(prepared),
  { most: 64, keysOf: listStoredKeys },
);
