import { and, desc, eq, isNotNull, isNull, or, type Placeholder, type SQL, sql } from "drizzle-orm";
import { db } from "#platform/database/database.server.ts";
import { prepareQuery } from "#platform/database/prepared-query.server.ts";
import { leadEventTable, leadTable } from "./lead.table.ts";
import { submissionTable } from "./submission.table.ts";

/** Whose requests: an account, and the browser in which it is signed in. */
type Requester = { user: { id: string; email: string }; visitorHash: string };

/**
 * Requests that were sent while signed in, or with the address that the account has proved. For the
 * latter the page shows no answers, only what the confirmation e-mail to that address contained.
 */
export function isRequestOf(user: Requester["user"]): SQL | undefined {
  return isSentBy({ userId: user.id, email: user.email.toLowerCase() });
}

type Value = string | Placeholder;

/** The address must be in lower case. */
function isSentBy({ userId, email }: { userId: Value; email: Value }): SQL | undefined {
  return or(eq(submissionTable.userId, userId), sql`lower(${leadTable.email}) = ${email}`);
}

/**
 * What a browser sent that contains nothing personal, such as a VIN: it needs no proof of its
 * sender.
 */
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

/** A person's requests, newest first, with the time of each one's last change of status. */
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
      /** There is contact information to respond to: a VIN can come without any. */
      hasContact: sql<boolean>`${leadTable.email} is not null or ${leadTable.phone} is not null`,
      sentAt: leadTable.receivedAt,
      dueAt: leadTable.dueAt,
      firstContactAt: leadTable.firstContactAt,
      firstContactBy: leadTable.firstContactBy,
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

/** The number of requests in that list. */
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
