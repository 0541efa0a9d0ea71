// `npm run ads:lint`: the findings of the ad rules in every live listing (docs/ad-rules.md).
import { setImmediate } from "node:timers/promises";
import { findFindings, type Finding } from "#domain/ad-rules/find-findings.ts";
import { listLiveAds, type StoredAd } from "#domain/listing/listing-ad.server.ts";
import { formatCarName } from "#values/car-name.ts";
import type { Queryable } from "#platform/database/database.server.ts";
import { readEnvironment, withDatabase } from "./operator-tools.ts";

/** Listings per query: few enough for memory, many enough that round trips do not matter. */
const BATCH = 2_000;

/** Checks every live ad, in the order of ids. */
export async function lintLiveAds(
  queryable: Queryable,
  report: (ad: StoredAd, findings: readonly Finding[]) => void,
): Promise<number> {
  const read = (after: string | null) => listLiveAds(queryable, { after, most: BATCH });
  let lookup = 0;
  let ads: StoredAd[] = await read(null);
  while (ads.length > 0) {
    // The database reads the next batch while this one is checked.
    const next = ads.length === BATCH ? read(ads.at(-1)?.id ?? null) : [];
    await setImmediate();
    for (const ad of ads) {
      const findings = findFindings(ad);
      if (findings.length > 0) report(ad, findings);
    }
    lookup += ads.length;
    ads = await next;
  }
  return lookup;
}

/**
 * Prints each live ad of a dealership that breaks a rule of the kind "must", and how often each
 * rule finds something. Returns 1 if one is broken.
 */
export async function lintAds(): Promise<0 | 1> {
  const counts = new Map<string, number>();
  let faulty = 0;
  const lookup = await withDatabase(readEnvironment(), (database) =>
    lintLiveAds(database, (ad, findings) => {
      for (const { severity, rules } of findings)
        for (const { id } of rules) {
          const key = `${id} (${severity})`;
          counts.set(key, (counts.get(key) ?? 0) + 1);
        }
      const musts = findings.filter(({ severity }) => severity === "must");
      if (musts.length === 0) return;
      faulty += 1;
      const broken = musts.flatMap(({ rules }) => rules.map(({ id }) => id)).join(", ");
      console.log(`${ad.id} ${formatCarName(ad, "en")}, ${ad.dealership?.name}: ${broken}`);
    }),
  );
  for (const [rule, count] of [...counts].toSorted(([, a], [, b]) => b - a))
    console.log(`${rule}: ${count}`);
  console.log(
    `${lookup} live listings looked at; ${faulty} of them break a rule that a dealership's ad must keep.`,
  );
  return faulty > 0 ? 1 : 0;
}
