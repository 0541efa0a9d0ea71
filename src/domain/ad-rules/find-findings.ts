import type { ProvinceCode } from "#values/province.ts";
import { type Ad, readText } from "./ad.ts";
import { AD_RULES, type AdRule, type Severity } from "./ad-rules.ts";
import { type AdField, CHECK_NAMES, type CheckName, findCheck } from "./checks.ts";

/** Something that an ad states or omits, with every rule of its jurisdiction about it. */
export type Finding = {
  check: CheckName;
  /** The question of the form where it can be corrected; null if that is elsewhere. */
  field: AdField | null;
  severity: Severity;
  rules: readonly AdRule[];
};

/** The checks of each pair of jurisdictions; computed once. */
const byJurisdiction = new Map<string, readonly Finding[]>();

/**
 * What the rules find in an ad. For a dealership, the rules of its own province and of the car's
 * apply. For a private seller, only the checks that apply to everybody do, as information.
 */
export function findFindings(ad: Ad): Finding[] {
  const text = readText(ad);
  const { dealership } = ad;
  const findings = dealership
    ? listCheckFindings(dealership.provinceCode, ad.provinceCode)
    : listCheckFindings(ad.provinceCode, ad.provinceCode);
  const found: Finding[] = [];
  for (const each of findings) {
    const { isForEverybody, breaks } = findCheck(each.check);
    if (!dealership && !isForEverybody) continue;
    if (breaks(ad, text)) found.push(dealership ? each : { ...each, severity: "advice" });
  }
  return found;
}

/** The findings that prevent a dealership's ad from going live. */
export function findMusts(ad: Ad): Finding[] {
  return findFindings(ad).filter(({ severity }) => severity === "must");
}

function listCheckFindings(one: ProvinceCode, other: ProvinceCode): readonly Finding[] {
  const key = `${one} ${other}`;
  const known = byJurisdiction.get(key);
  if (known) return known;
  const here = AD_RULES.filter(({ where }) => where === "CA" || where === one || where === other);
  const findings = CHECK_NAMES.flatMap((check): Finding[] => {
    const rules = here.filter((rule) => rule.check === check);
    const severity = strongest(rules);
    return severity ? [{ check, field: findCheck(check).field, severity, rules }] : [];
  });
  byJurisdiction.set(key, findings);
  return findings;
}

function strongest(rules: readonly AdRule[]): Severity | null {
  for (const severity of ["must", "advice", "to_be_checked"] as const)
    if (rules.some((rule) => rule.severity === severity)) return severity;
  return null;
}
