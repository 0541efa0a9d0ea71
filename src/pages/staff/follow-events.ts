import type { News } from "#domain/inbox/news.ts";
import { paths } from "#site/paths.ts";

/** The server sends a beat every ten seconds: after this long without one, the stream is dead. */
const SILENT_MS = 25_000;
const CHECK_MS = 5_000;
const POLL_MS = 10_000;
/** After so many failures in a row something cuts the stream, and the page asks instead. */
const MOST_FAILURES = 3;
const NAME = "staff-events";

/**
 * Calls `heed` with what happens to leads after the event `since`. The open pages of a browser
 * share one connection: the first holds it and tells the others; when it is closed, the next one
 * takes over. The returned function stops it.
 */
export function followEvents(since: string, heed: (news: News) => void): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  let last = since;
  const others = new BroadcastChannel(NAME);
  const hear = (news: News) => {
    if (news.id > last) last = news.id;
    heed(news);
  };
  others.addEventListener("message", ({ data }: MessageEvent<News>) => hear(data));
  const connect = () =>
    stayConnected(
      () => last,
      (news) => {
        hear(news);
        others.postMessage(news);
      },
      signal,
    );
  // Browsers have locks only on a secure origin; elsewhere each page connects.
  if ("locks" in navigator) navigator.locks.request(NAME, { signal }, connect).catch(() => {});
  else void connect();
  return () => {
    stopped.abort();
    others.close();
  };
}

/** Resolves when the signal is aborted, or when the session may not read any more. */
async function stayConnected(
  last: () => string,
  tell: (news: News) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await listen(last, tell, signal);
    // Something cuts the stream: ask for a minute, then try again.
    for (let asked = 0; asked < 6 && !signal.aborted; asked += 1) {
      if ((await ask(last(), tell, signal)) === "refused") return;
      await wait(POLL_MS, signal);
    }
  }
}

/** Resolves when the stream keeps failing. */
function listen(
  last: () => string,
  tell: (news: News) => void,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    let failures = 0;
    let heardAt = performance.now();
    let source: EventSource;
    const hear = () => {
      failures = 0;
      heardAt = performance.now();
    };
    const fail = () => {
      failures += 1;
      if (failures >= MOST_FAILURES || source.readyState === EventSource.CLOSED) end();
    };
    const open = () => {
      source = new EventSource(`${paths.staffEvents()}?since=${last()}`);
      source.addEventListener("beat", hear);
      source.addEventListener("news", (event: MessageEvent<string>) => {
        hear();
        tell(JSON.parse(event.data) as News);
      });
      source.addEventListener("error", fail);
    };
    // A connection that a sleeping computer lost can look open.
    const check = setInterval(() => {
      if (performance.now() - heardAt < SILENT_MS) return;
      heardAt = performance.now();
      source.close();
      open();
    }, CHECK_MS);
    const end = () => {
      clearInterval(check);
      source.close();
      resolve();
    };
    open();
    signal.addEventListener("abort", end, { once: true });
  });
}

async function ask(
  since: string,
  tell: (news: News) => void,
  signal: AbortSignal,
): Promise<"asked" | "refused"> {
  try {
    const response = await fetch(`${paths.staffEvents()}?poll=1&since=${since}`, { signal });
    if (response.status === 403) return "refused";
    if (response.ok) for (const news of (await response.json()) as News[]) tell(news);
  } catch {
    // Offline, or aborted: asked again later.
  }
  return "asked";
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
