import { may } from "#domain/identity/permission.ts";
import { peekSession } from "#domain/identity/session.server.ts";
import { followInbox, type Happened, listNewsAfter } from "#domain/inbox/follow-inbox.server.ts";
import type { News } from "#domain/inbox/news.ts";
import type { PageArgs } from "#pages/session/guards.server.ts";
import { readVisitor, type SignedInUser } from "#platform/request/visitor.server.ts";
import { isUuid } from "#values/uuid.ts";

/** Often enough that no proxy takes the connection for idle, and that an ended session is noticed. */
const BEAT_MS = 10_000;
/** How long a browser waits before it connects again. */
const RETRY_MS = 2_000;

type Reader = { user: SignedInUser; sessionId: string };

/**
 * What happens to leads while somebody has the inbox open: as a stream of events, or, if something
 * between us and the browser cuts those, as what happened since the last time it asked. Whoever may
 * not see leads gets 403, not a page to sign in: a script asks.
 */
export async function respondWithNews(args: PageArgs): Promise<Response> {
  const { user, sessionId } = readVisitor(args);
  if (!user || sessionId === null || !may(user, "seeLeads"))
    return new Response(null, { status: 403, headers: { "cache-control": "no-store" } });
  const { request } = args;
  const url = new URL(request.url);
  const since = [request.headers.get("last-event-id"), url.searchParams.get("since")].find(
    (each) => each !== null && isUuid(each),
  );
  const reader = { user, sessionId };
  if (!url.searchParams.has("poll")) return stream(reader, since ?? null, request.signal);
  const news = since ? (await listNewsAfter(since)).flatMap((each) => show(each, reader)) : [];
  return Response.json(news, { headers: { "cache-control": "no-store" } });
}

/** Nobody is told what they did themselves. */
function show({ byUserId, ...news }: Happened, { user }: Reader): News[] {
  return byUserId === user.id ? [] : [news];
}

function stream(reader: Reader, since: string | null, signal: AbortSignal): Response {
  let end = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      end = write(controller, reader, since);
      signal.addEventListener("abort", end, { once: true });
    },
    cancel() {
      end();
    },
  });
  return new Response(body, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      // Nobody in between may collect it into larger pieces.
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    },
  });
}

const encoder = new TextEncoder();

/** Writes what happens until the session ends or the browser leaves; returns what ends it. */
function write(
  controller: ReadableStreamDefaultController<Uint8Array>,
  reader: Reader,
  since: string | null,
): () => void {
  let isOpen = true;
  const send = (text: string) => {
    if (isOpen) controller.enqueue(encoder.encode(text));
  };
  const end = () => {
    if (!isOpen) return;
    isOpen = false;
    unfollow();
    clearInterval(beat);
    controller.close();
  };
  /** Each write follows the one before. */
  let written = Promise.resolve();
  const tell = (read: () => Promise<readonly Happened[]>) => {
    written = written
      .then(async () => {
        if (!isOpen) return;
        if (!(await isStillPermitted(reader))) return end();
        for (const news of (await read()).flatMap((each) => show(each, reader)))
          send(`id: ${news.id}\nevent: news\ndata: ${JSON.stringify(news)}\n\n`);
      })
      // The database is away: the browser connects again, and reads what it missed.
      .catch(end);
  };
  const isLater = ({ id }: Happened) => since === null || id > since;
  const unfollow = followInbox((happened) => tell(async () => happened.filter(isLater)));
  const beat = setInterval(() => {
    tell(async () => []);
    send("event: beat\ndata:\n\n");
  }, BEAT_MS);
  beat.unref();
  send(`retry: ${RETRY_MS}\nevent: beat\ndata:\n\n`);
  if (since !== null) tell(() => listNewsAfter(since));
  return end;
}

async function isStillPermitted({ sessionId }: Reader): Promise<boolean> {
  return may((await peekSession(sessionId))?.user ?? null, "seeLeads");
}
