// What people and programs ask a site for through an hour: pages as strangers and as themselves, their
// data, calls, pictures; and what they send.
import { gatherPeople, nothingAcknowledged, signIn } from "../../e2e/chaos/people.fixture.ts";
import { setTimeout as pause } from "node:timers/promises";

const READERS = 8;
/** Each does one thing and rests: some four leads, bids, saves, offers and photos a second. */
const WRITERS = 2;
const WRITER_REST_MS = 400;
const SIGN_IN_REST_MS = 3_000;
/** Who met a fault goes on after it. */
const REST_AFTER_FAULT_MS = 1_000;

export type Load = {
  responses(): number;
  /** What went wrong so far, in words, the first one first: a site that works has none. */
  faults(): readonly string[];
  /** What was stored, as the site said. */
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

  /** Each from an address of its own, as far as limits go. */
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
        // Every third brings a cookie for which a page is made anew.
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

/** Each car, filters, information, calls, in both languages. */
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

/** A browser asks for the pictures of a page; the soak for one of some. */
function notePicture(pictures: string[], html: string): void {
  const [, address] = /src="(\/pictures\/[^"]+)"/.exec(html) ?? [];
  if (address && pictures.length < MOST_PICTURES && !pictures.includes(address))
    pictures.push(address.replaceAll("&amp;", "&"));
}
