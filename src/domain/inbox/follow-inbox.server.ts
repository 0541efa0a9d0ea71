import { and, asc, desc, eq, gt, inArray } from "drizzle-orm";
import { leadEventTable, leadTable } from "#domain/lead/lead.table.ts";
import { INBOX_CHANGED } from "#domain/lead/notify-inbox.server.ts";
import { listenTo } from "#platform/database/database-watch.server.ts";
import { db } from "#platform/database/database.server.ts";
import { log, loggableError } from "#platform/log/log.server.ts";
import { type News, NEWS_OF_EVENTS } from "./news.ts";

/** As others see it; `byUserId` is who caused it, who is told nothing of it. */
export type Happened = News & { byUserId: string | null };

type Follower = (happened: readonly Happened[]) => void;

/** How many of the newest events each look reads; more between two looks are not told one by one. */
const LATEST = 200;
/** A notification can be lost (a pooler swallows it, a process ends before it sends it). */
const LOOK_MS = 5_000;

const followers = new Set<Follower>();
let following: { stop: () => void; seen: ReadonlySet<string> | null } | null = null;
let look: Promise<void> | null = null;
let isRung = false;

/**
 * Calls `heed` with what happens to leads from now on. All followers of this process share one look
 * at the database, which begins with the first of them and ends with the last. The returned
 * function stops it.
 */
export function followInbox(heed: Follower): () => void {
  followers.add(heed);
  if (!following) {
    const stopListening = listenTo(INBOX_CHANGED, ring);
    const timer = setInterval(ring, LOOK_MS);
    timer.unref();
    following = {
      seen: null,
      stop: () => {
        stopListening();
        clearInterval(timer);
      },
    };
    ring();
  }
  return () => {
    followers.delete(heed);
    if (followers.size > 0) return;
    following?.stop();
    following = null;
  };
}

/** What happened after the event of this id, oldest first. */
export function listNewsAfter(id: string): Promise<Happened[]> {
  return select(id, "oldest");
}

/** The id of the newest event of any lead; null if there is none. */
export async function findNewestEvent(): Promise<string | null> {
  const [newest] = await db()
    .select({ id: leadEventTable.id })
    .from(leadEventTable)
    .orderBy(desc(leadEventTable.id))
    .limit(1);
  return newest?.id ?? null;
}

/** One look at a time; what is rung for meanwhile is seen by one more. */
function ring(): void {
  if (look) {
    isRung = true;
    return;
  }
  look = lookOnce()
    .catch((error: unknown) => log.warn("the inbox was not read", { error: loggableError(error) }))
    .finally(() => {
      look = null;
      if (!isRung) return;
      isRung = false;
      ring();
    });
}

async function lookOnce(): Promise<void> {
  const current = following;
  if (!current) return;
  const latest = await select(null, "newest");
  const { seen } = current;
  current.seen = new Set(latest.map(({ id }) => id));
  // Followers read what was there before themselves. An event is new if it was not among the latest
  // before, not if its id is greater: its transaction may have taken longer than the next one's.
  const fresh = seen === null ? latest : latest.filter(({ id }) => !seen.has(id));
  if (fresh.length === 0) return;
  for (const heed of followers) heed(fresh.toReversed());
}

async function select(after: string | null, first: "oldest" | "newest"): Promise<Happened[]> {
  const rows = await db()
    .select({
      id: leadEventTable.id,
      event: leadEventTable.kind,
      reference: leadTable.reference,
      byUserId: leadEventTable.byUserId,
    })
    .from(leadEventTable)
    .innerJoin(leadTable, eq(leadTable.id, leadEventTable.leadId))
    .where(
      and(
        inArray(leadEventTable.kind, [...NEWS_OF_EVENTS.keys()]),
        after === null ? undefined : gt(leadEventTable.id, after),
      ),
    )
    .orderBy(first === "oldest" ? asc(leadEventTable.id) : desc(leadEventTable.id))
    .limit(LATEST);
  return rows.flatMap(({ event, ...row }) => {
    const kind = NEWS_OF_EVENTS.get(event);
    return kind ? [{ ...row, kind }] : [];
  });
}
