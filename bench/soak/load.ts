// The requests of people and programs in an hour: pages as strangers and signed in, their data,
// calls, pictures, and form posts.
import { gatherPeople, nothingAcknowledged, signIn } from "../../e2e/chaos/people.fixture.ts";
import { setTimeout as pause } from "node:timers/promises";

const READERS = 8;
/** Each does one action and pauses: about four leads, bids, saves, offers and photos a second. */
const WRITERS = 2;
const WRITER_REST_MS = 400;
const SIGN_IN_REST_MS = 3_000;
/** The pause after a fault. */
const REST_AFTER_FAULT_MS = 1_000;

export type Load = {
  responses(): number;
  /** The faults so far, in words, the first one first; empty if the site works. */
  faults(): readonly string[];
  /** What the site acknowledged as stored. */
  acknowledged(): Record<string, number>;
  stop(): Promise<void>;
};

export async function startLoad(origin: string, ids: readonly string[]): Promise<Load> {
  const ended = new AbortController();
  const done = nothingAcknowledged();
  const { act } = await gatherPeople({ origin, listings: ids, done, random: Math.random });
  let responses = 0;
  let signIns = 0;
  const faults: string[] = [];
  const pictures: string[] = [];

  /** Each request has another IP address, so that it reaches no rate limit. */
  const ask = async (path: string, turn: number, cookie?: string): Promise<void> => {
    const response = await fetch(origin + path, {
      redirect: "manual",
      headers: {
        accept: "text/html,*/*",
        "x-forwarded-for": `10.${turn % 250}.${(turn >> 8) % 250}.7`,
        ...(cookie ? { cookie } : {}),
      },
    });
    const isPage = response.headers.get("content-type")?.startsWith("text/html");
    const body = Buffer.from(await response.arrayBuffer());
    if (response.status >= 500) {
      const said = body.toString("utf8", 0, 300).replaceAll(/\s+/g, " ");
      throw new Error(`${path} answered ${response.status}: ${said}`);
    }
    if (isPage) notePicture(pictures, body.toString("utf8"));
    responses += 1;
  };

  const runNext = async (work: (turn: number) => Promise<unknown>, restMs = 0) => {
    for (let turn = 0; !ended.signal.aborted; turn += 1) {
      const fault = await work(turn).then(
        () => null,
        (error: unknown) => String(error),
      );
      if (fault) faults.push(fault);
      const rest = fault ? REST_AFTER_FAULT_MS : restMs;
      if (rest) await pause(rest, undefined, { signal: ended.signal }).catch(() => undefined);
    }
  };
  const lanes = [
    ...Array.from({ length: READERS }, (_, reader) =>
      runNext((turn) => {
        const at = reader * 7_919 + turn;
        const picture = turn % 20 === 0 ? pictures.shift() : undefined;
        // Every third request has a cookie, so that the page is not served from the cache.
        return ask(picture ?? pathOf(ids, at), turn, turn % 3 === 0 ? "device=soak" : undefined);
      }),
    ),
    ...Array.from({ length: WRITERS }, (_, writer) =>
      runNext((turn) => act(turn * WRITERS + writer), WRITER_REST_MS),
    ),
    runNext(async (turn) => {
      const role = (["buyer", "seller", "dealer"] as const)[turn % 3]!;
      const session = await signIn(origin, role);
      signIns += 1;
      for (const path of OWN_PAGES[role]) await ask(path, turn, session);
    }, SIGN_IN_REST_MS),
  ];
  return {
    responses: () => responses,
    faults: () => faults,
    acknowledged: () => ({
      "sign-ins": signIns,
      leads: done.leads.size,
      bids: done.bids.size,
      saves: done.saves.size,
      offers: done.offers.size,
      photos: done.photos.length + done.portraits,
      refused: done.refused,
      cut: done.cut,
    }),
    async stop() {
      ended.abort();
      await Promise.all(lanes);
    },
  };
}

const OWN_PAGES = {
  buyer: ["/saved", "/my-bids", "/account/messages"],
  seller: ["/account/listings", "/account/applications"],
  dealer: ["/dealer/applications", "/dealer/requests"],
} as const;

/** Paths of cars, filters, information pages and calls, in both languages. */
function pathOf(ids: readonly string[], turn: number): string {
  const id = ids[turn % ids.length] ?? "";
  const paths = [
    `/details/${id}`,
    `/singleListing/${id}`,
    `/cars?priceMax=${10_000 + (turn % 400) * 100}`,
    `/fr/details/${id}`,
    `/details/${id}.data`,
    ["/", "/fr", "/about", "/faq", "/blogs", "/sell-car", "/allListings"][turn % 7] ?? "/",
    `/api/search-suggestions?text=${["hon", "toy", "rav", "tor"][turn % 4]}`,
  ];
  return paths[turn % paths.length] ?? "/";
}

const MOST_PICTURES = 50;

/** A browser requests all pictures of a page; the soak test requests one picture of some pages. */
function notePicture(pictures: string[], html: string): void {
  const [, address] = /src="(\/pictures\/[^"]+)"/.exec(html) ?? [];
  if (address && pictures.length < MOST_PICTURES && !pictures.includes(address))
    pictures.push(address.replaceAll("&amp;", "&"));
}
