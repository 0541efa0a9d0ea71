import { expect, test } from "vitest";
import { LICENSORS } from "#domain/dealership/licensor.ts";
import { translateIn } from "#forms/translate.server.ts";
import { provinceName, PROVINCES } from "#values/province.ts";
import { adOf, EXAMPLES } from "./ad-examples.fixture.ts";
import {
  AD_RULES,
  type AdRule,
  citeRule,
  jurisdictionOf,
  SEVERITIES,
  sourceOfRule,
} from "./ad-rules.ts";
import { NOT_KNOWN } from "./not-known.ts";

const JURISDICTIONS = ["CA", ...PROVINCES] as const;

const HOW_READ = {
  text: "read",
  contents: "only its table of contents was read",
  named: "named elsewhere, not read",
};

// `npx vitest run src/domain/ad-rules -u` writes the document, which a person then reads.
test("the rules are printed as they are", async () => {
  const counts = SEVERITIES.map((severity) => {
    const count = AD_RULES.filter((rule) => rule.severity === severity).length;
    return `${count} ${translateIn("en")(`ad_rule_severity_${severity}`).toLowerCase()}`;
  });
  const document = [
    "# Rules on dealerships’ ads",
    "",
    "Written by `src/domain/ad-rules/ad-rules-document.test.ts` from the rows of `src/domain/ad-rules`. Why they are so: [0052](decisions/0052-ads-by-the-law.md).",
    "",
    `${AD_RULES.length} rules: ${counts.join(", ")}. A dealership’s ad that breaks a *must* does not go live. The rest is advice, and a private seller is only ever advised. This is an engineer’s reading with its sources, for a lawyer to check, and no legal advice.`,
    "",
    ...JURISDICTIONS.flatMap((jurisdiction) => [
      `## ${jurisdiction === "CA" ? "All of Canada" : provinceName(jurisdiction, "en")}`,
      "",
      ...AD_RULES.filter(({ where }) => where === jurisdiction).flatMap(printRule),
      "**Not known**",
      "",
      ...NOT_KNOWN[jurisdiction].map((each) => `- ${each}`),
      "",
    ]),
    "## Who gives the licence or registration number",
    "",
    "| Province | Regulator | Read at |",
    "| --- | --- | --- |",
    ...PROVINCES.map((code) => {
      const { name, source } = LICENSORS[code];
      return `| ${provinceName(code, "en")} | ${name ?? "the government"} | <${source}> |`;
    }),
    "",
  ].join("\n");
  await expect(document).toMatchFileSnapshot("../../../docs/ad-rules.md");
});

function printRule(rule: AdRule): string[] {
  const { id, severity, check } = rule;
  const { address, textOf, readOn, read } = sourceOfRule(rule);
  const [en, fr] = [translateIn("en"), translateIn("fr")];
  const of = textOf === null ? "" : `, text of ${textOf}`;
  return [
    `### ${id}`,
    "",
    `**${en(`ad_rule_severity_${severity}`)}**, ${jurisdictionOf(rule, "en")}: ${citeRule(rule, "en")}. ${citeRule(rule, "fr")}.`,
    "",
    `- ${en(`ad_rule_${check}`)}`,
    `- ${fr(`ad_rule_${check}`)}`,
    `- Passes: ${describeChange(rule, "passes")}; fails: ${describeChange(rule, "fails")}`,
    `- <${address}>${of}, ${HOW_READ[read]} on ${readOn}`,
    "",
  ];
}

/** The part of the example that matters to a reader: “One owner.”, owners 3. */
function describeChange(rule: AdRule, outcome: "passes" | "fails"): string {
  const ad = adOf(rule, outcome);
  const { dealership, description, ...facts } = EXAMPLES[rule.check][outcome];
  const said = Object.entries({ ...facts, ...dealership }).map(
    ([name, value]) => `${name} ${value === "" ? "empty" : String(value)}`,
  );
  return [...(description ? [`“${ad.description}”`] : []), ...said].join(", ");
}
