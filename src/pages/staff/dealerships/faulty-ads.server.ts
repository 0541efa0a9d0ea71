import {
  describeFinding,
  type DescribedFinding,
} from "#domain/ad-rules/describe-finding.server.ts";
import { findMusts } from "#domain/ad-rules/find-findings.ts";
import { listLiveAds } from "#domain/listing/listing-ad.server.ts";
import { formatCarName } from "#values/car-name.ts";
import { db } from "#platform/database/database.server.ts";
import type { Locale } from "#values/locale.ts";

export type FaultyAd = { id: string; title: string; findings: DescribedFinding[] };

/** More live listings than any dealership has. */
const MOST = 2_000;

/** The live listings of a dealership that break a rule that a listing must keep to go live. */
export async function listFaultyAds(dealershipId: string, locale: Locale): Promise<FaultyAd[]> {
  const ads = await listLiveAds(db(), { dealershipId, most: MOST });
  return ads.flatMap((ad) => {
    const musts = findMusts(ad);
    if (musts.length === 0) return [];
    const findings = musts.map((finding) => describeFinding(finding, locale, { isPrivate: false }));
    return [{ id: ad.id, title: formatCarName(ad, locale), findings }];
  });
}
