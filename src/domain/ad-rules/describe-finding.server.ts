import { translateIn } from "#forms/translate.server.ts";
import type { Locale } from "#values/locale.ts";
import { citeRule, type Severity, sourceOfRule } from "./ad-rules.ts";
import type { CheckName } from "./checks.ts";
import type { Finding } from "./find-findings.ts";

/** A finding as a page shows it, with all texts written. */
export type DescribedFinding = {
  check: CheckName;
  field: Finding["field"];
  severity: Severity;
  text: string;
  /** The laws that require it, each with the address of the page where it was read. */
  sources: readonly { citation: string; address: string }[];
};

/** A private seller is shown no laws about dealerships' ads, which do not apply to them. */
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
