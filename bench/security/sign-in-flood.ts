/**
 * Networks of strangers guess at one account while its owner signs in, against the built site.
 * Run it with: node_modules/.bin/node bench/security/sign-in-flood.ts [networks] [tries a second] [times]
 */
import { setTimeout as pause } from "node:timers/promises";
import { DEMO_ACCOUNTS } from "#demo/people.ts";
import { removeDataDirectory, startSite } from "../../e2e/site.fixture.ts";

const [networks = 40, triesPerSecond = 7, times = 50] = process.argv.slice(2).map(Number);
const PATIENCE_MS = 8_000;
const PAUSE_BETWEEN_TRIES_MS = 500;

const site = await startSite({ LOG_LEVEL: "warn" });
const { email = "", password = "" } = DEMO_ACCOUNTS.find(({ role }) => role === "buyer") ?? {};

type Answer = { status: number; cookies: string; ms: number };

async function tryPassword(typed: string, ipAddress: string, cookie = ""): Promise<Answer> {
  const startedAt = performance.now();
  const answer = await fetch(`${site.origin}/login`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: site.origin, "x-forwarded-for": ipAddress, cookie },
    body: new URLSearchParams({ email, password: typed }),
  });
  await answer.arrayBuffer();
  const cookies = answer.headers.getSetCookie().map((each) => each.split(";")[0] ?? "");
  return {
    status: answer.status,
    cookies: cookies.filter((each) => each.startsWith("device=")).join("; "),
    ms: performance.now() - startedAt,
  };
}

/** How long somebody with the right password needs; null where they have no more patience. */
async function enter(ipAddress: string, cookie?: string): Promise<number | null> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < PATIENCE_MS) {
    const { status } = await tryPassword(password, ipAddress, cookie);
    if (status === 303) return performance.now() - startedAt;
    await pause(PAUSE_BETWEEN_TRIES_MS);
  }
  return null;
}

const stopped = new AbortController();
const statuses = new Map<number, number>();
async function flood(): Promise<void> {
  const under = new Set<Promise<void>>();
  for (let index = 0; !stopped.signal.aborted; index += 1) {
    // Another address of its network each time: its /48 of IPv6, or its /24.
    const network = index % networks;
    const ipAddress =
      network % 2 === 0
        ? `2001:db8:${network.toString(16)}:${(index % 65_536).toString(16)}::1`
        : `10.60.${network}.${index % 250}`;
    const guess = tryPassword(`guess number ${index}`, ipAddress).then(({ status }) => {
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      under.delete(guess);
    });
    under.add(guess);
    await pause(1_000 / triesPerSecond);
  }
  await Promise.all(under);
}

try {
  const known = (await tryPassword(password, "198.51.100.1")).cookies;
  const flooding = flood();
  // Every network has had its turns before the owner comes for the first time.
  await pause(Math.min(20_000, (networks * 2_000) / triesPerSecond));
  const byUnknown: (number | null)[] = [];
  const byKnown: (number | null)[] = [];
  for (let time = 0; time < times; time += 1) {
    byUnknown.push(await enter(`10.61.${time}.7`));
    // The known browser comes from an address of the strangers themselves.
    byKnown.push(await enter(`10.60.1.${time}`, known));
  }
  stopped.abort();
  await flooding;
  describeTimes("unknown browser", byUnknown);
  describeTimes("known browser", byKnown);
  const [judged, refused] = [statuses.get(422) ?? 0, statuses.get(429) ?? 0];
  const others = [...statuses].filter(([status]) => status !== 422 && status !== 429);
  console.log(
    `strangers: ${judged} guesses judged, ${refused} refused, others ${JSON.stringify(others)}`,
  );
  if ([...byUnknown, ...byKnown].includes(null) || judged > 100 || others.length > 0) {
    process.exitCode = 1;
  }
} finally {
  await site.stop();
  await removeDataDirectory(site);
}

function describeTimes(who: string, taken: readonly (number | null)[]): void {
  const inside = taken.filter((each) => each !== null).toSorted((left, right) => left - right);
  const at = (share: number) => Math.round(inside[Math.floor(share * (inside.length - 1))] ?? 0);
  console.log(
    `${who}: ${inside.length} of ${taken.length} in; ms p50 ${at(0.5)}, p99 ${at(0.99)}, longest ${at(1)}`,
  );
}
