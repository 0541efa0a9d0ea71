import { translateIn } from "#forms/translate.server.ts";
import type { Locale } from "#values/locale.ts";
import { citeRule, type Severity, sourceOfRule } from "./ad-rules.ts";
import type { CheckName } from "./checks.ts";
import type { Finding } from "./find-findings.ts";

/** A finding as a page shows it, every word finished. */
export type DescribedFinding = {
  check: CheckName;
  field: Finding["field"];
  severity: Severity;
  text: string;
  /** The laws that ask for it, each with the page where it was read. */
  sources: readonly { citation: string; address: string }[];
};

/** To a person no law on dealerships' ads is cited: it does not hold for them. */
export function describeFinding(
  { check, field, severity, rules }: Finding,
  locale: Locale,
  { isPrivate }: { isPrivate: boolean },
): DescribedFinding {
  return {
    check,
    field,
    severity,
    text: translateIn(locale)(`ad_rule_${check}`),
    sources: isPrivate
      ? []
      : rules.map((rule) => ({
          citation: citeRule(rule, locale),
          address: sourceOfRule(rule).address,
        })),
  };
}
