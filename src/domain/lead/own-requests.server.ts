import { and, desc, eq, isNotNull, isNull, or, type Placeholder, type SQL, sql } from "drizzle-orm";
import { db } from "#platform/database/database.server.ts";
import { prepareQuery } from "#platform/database/prepared-query.server.ts";
import { leadEventTable, leadTable } from "./lead.table.ts";
import { submissionTable } from "./submission.table.ts";

/** Whose requests: an account, and the browser that it is signed in with. */
type Requester = { user: { id: string; email: string }; visitorHash: string };

/**
 * Sent while signed in, or with the address that the account has proved to hold. For the latter the
 * page shows no answers, only what the confirmation e-mail to that address said already.
 */
export function isRequestOf(user: Requester["user"]): SQL | undefined {
  return isSentBy({ userId: user.id, email: user.email.toLowerCase() });
}

type Value = string | Placeholder;

/** The address in lower case. */
function isSentBy({ userId, email }: { userId: Value; email: Value }): SQL | undefined {
  return or(eq(submissionTable.userId, userId), sql`lower(${leadTable.email}) = ${email}`);
}

/** What a browser sent that says nothing of a person, as a VIN: it needs no proof of whose it is. */
function isNamelessOf(visitorHash: Value): SQL | undefined {
  return and(
    eq(leadTable.kind, "offer_request"),
    isNull(submissionTable.userId),
    isNull(leadTable.email),
    isNull(leadTable.phone),
    eq(submissionTable.visitorHash, visitorHash),
  );
}

const MOST_SHOWN = 200;

/** A person's requests, the newest first, with when each came to where it is. */
export async function listOwnRequests({ user, visitorHash }: Requester) {
  const { leadId, toStatus, kind, note, at } = leadEventTable;
  const changedAt = db()
    .select({ at: sql`max(${at})` })
    .from(leadEventTable)
    .where(and(eq(leadId, leadTable.id), isNotNull(toStatus)));
  const withdrawal = db()
    .select({ id: leadEventTable.id })
    .from(leadEventTable)
    .where(
      and(
        eq(leadId, leadTable.id),
        eq(leadTable.status, "closed"),
        or(eq(kind, "application_withdrawn"), and(eq(kind, "bid_moved"), eq(note, "withdrawn"))),
      ),
    );
  return db()
    .select({
      id: submissionTable.id,
      reference: leadTable.reference,
      kind: leadTable.kind,
      status: leadTable.status,
      formName: submissionTable.formName,
      answers: submissionTable.answers,
      isTheirs: sql<boolean>`coalesce(${submissionTable.userId} = ${user.id}, false)`,
      /** Somebody can be answered: a VIN comes without a word on who asks. */
      hasContact: sql<boolean>`${leadTable.email} is not null or ${leadTable.phone} is not null`,
      sentAt: leadTable.receivedAt,
      changedAt: sql<Date>`coalesce((${changedAt}), ${leadTable.receivedAt})`.mapWith(
        leadTable.receivedAt,
      ),
      isWithdrawn: sql<boolean>`exists (${withdrawal})`,
    })
    .from(submissionTable)
    .innerJoin(leadTable, eq(leadTable.submissionId, submissionTable.id))
    .where(or(isRequestOf(user), isNamelessOf(visitorHash)))
    .orderBy(desc(leadTable.receivedAt), desc(leadTable.id))
    .limit(MOST_SHOWN);
}

export type OwnRequest = Awaited<ReturnType<typeof listOwnRequests>>[number];

/** How many of them there are, as the list has them. */
export async function countOwnRequests({ user, visitorHash }: Requester): Promise<number> {
  const email = user.email.toLowerCase();
  const [row] = await selectRequestCount({ userId: user.id, email, visitorHash });
  return row?.requests ?? 0;
}

const selectRequestCount = prepareQuery(
  "own_request_count",
  ["userId", "email", "visitorHash"],
  (database, { visitorHash, ...person }) =>
    database
      .select({ requests: sql<number>`count(*)::int` })
      .from(submissionTable)
      .innerJoin(leadTable, eq(leadTable.submissionId, submissionTable.id))
      .where(or(isSentBy(person), isNamelessOf(visitorHash))),
  { from: db },
);
