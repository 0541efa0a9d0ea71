import { readFileSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, test } from "vitest";
import { buildShareText } from "#domain/credit-application/share-consent.server.ts";
import { CONSENT_PURPOSES } from "#domain/lead/consent.ts";
import { buildShareBox } from "#domain/pre-approval/panel-boxes.server.ts";
import { m } from "#messages/messages.js";
import { overwriteGetLocale } from "#messages/runtime.js";
import { listRecipients } from "#pages/public/information/privacy-facts.server.ts";
import { readEnv, setEnv } from "#platform/env/env.server.ts";
import { DATA_CLASSES, FURTHER_CLASSES, type FurtherClass } from "#values/data-class.ts";
import { nameClasses } from "#values/data-class-label.ts";
import { LOCALES } from "#values/locale.ts";
import { listKeys } from "#values/record.ts";
import {
  describePurposes,
  describeRecipient,
  listClasses,
  PURPOSES,
} from "./describe-processing.ts";
import { listInstalled } from "./recipients.server.ts";
import {
  INTEGRATIONS,
  type Integration,
  isInstalled,
  listVariables,
  type Recipient,
  RECIPIENTS,
} from "./recipients.ts";

const NOTHING: Record<string, string> = {};
const EVERYTHING = {
  SMTP_URL: "smtp://mail.example.ca",
  SMS_URL: "twilio://AC1:token@api.twilio.com?from=%2B1",
  SPREADSHEET_URL: "https://sheet.example.ca/x",
  GEOAPIFY_KEY: "key",
  S3_URL: "s3://K:S@store.example.ca/cars?region=x",
  GOOGLE_CLIENT_ID: "id",
  BACKUP_S3_URL: "s3://K:S@store.example.ca/backups?region=x",
  PASSWORD_RANGE_URL: "https://api.pwnedpasswords.com",
};

function use(variables: Record<string, string>) {
  const read = readEnv(variables);
  if (!read.ok) throw new Error(read.problems.join(" "));
  setEnv(read.env);
  return read.env;
}
afterEach(() => {
  use(NOTHING);
  overwriteGetLocale(() => "en");
});

// `npx vitest run src/domain/processing -u` writes the document, which a person then reads.
test("the record of processing is printed as it is", async () => {
  const document = [
    "# Record of processing",
    "",
    "Written by `src/domain/processing/processing.test.ts` from the rows of `src/domain/processing`. Which of them are installed here, and what a dealership is mailed besides, `/staff/processing` says. Why it is so: [0053](../decisions/0053-who-receives-what.md).",
    "",
    "## Who receives what, and why",
    "",
    "| Who | What | Why, and when | Consent | Set by |",
    "|---|---|---|---|---|",
    ...listKeys(RECIPIENTS).map((name) => {
      const { who, why, consent }: Recipient = RECIPIENTS[name];
      const said = { locale: "en" } as const;
      const classes = nameClasses(listClasses(name, []), "en");
      const variables = listVariables(name).map((each) => `\`${each}\``);
      const cells = [who({}, said), classes, why({}, said), consent ?? "", variables.join(", ")];
      return `| ${cells.join(" | ")} |`;
    }),
    "",
    `The operator may have a dealership mailed besides: ${nameClasses(FURTHER_CLASSES, "en")}.`,
    "",
    "## Purposes",
    "",
    ...describePurposes("en").map((each) => `- ${each}`),
    "",
  ].join("\n");
  await expect(document).toMatchFileSnapshot("../../../docs/security/processing.md");
});

test.each([
  ["nothing", NOTHING],
  ["every provider", EVERYTHING],
  ...Object.entries(EVERYTHING).map(([name, value]) => [name, { [name]: value }] as const),
] as [string, Record<string, string>][])(
  "with %s installed, policy and record name whoever is, and nobody else",
  (_name, variables) => {
    const env = use(variables);
    for (const locale of LOCALES) {
      overwriteGetLocale(() => locale);
      const policy = listRecipients([], locale).join("\n");
      for (const name of listKeys(RECIPIENTS)) {
        const line = describeRecipient(name, { further: [], locale });
        expect([name, policy.includes(line)]).toEqual([name, isInstalled(name, env)]);
      }
    }
    expect(listInstalled()).toEqual(listKeys(RECIPIENTS).filter((name) => isInstalled(name, env)));
  },
);

test("every provider that can be installed is one that somebody can be told of", () => {
  const env = use(EVERYTHING);
  expect(listKeys(RECIPIENTS).filter((name) => !isInstalled(name, env))).toEqual([]);
  // A new variable without a row does not compile; one whose name has another ending is found here.
  const source = readFileSync("src/platform/env/env.server.ts", "utf8");
  const named = [...source.matchAll(/^ {2}([A-Z\d_]+): (?:z\.url|httpUrl|databaseUrls?\b)/gm)].map(
    ([, name = ""]) => name as Integration,
  );
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((name) => !(name in INTEGRATIONS))).toEqual([]);
});

test("whatever a recipient gets has a purpose", () => {
  const classes: readonly string[] = listKeys(PURPOSES).flatMap((name) => PURPOSES[name].classes);
  expect(DATA_CLASSES.filter((each) => !classes.includes(each))).toEqual([]);
  const received: readonly string[] = listKeys(RECIPIENTS).flatMap((name) =>
    listClasses(name, FURTHER_CLASSES),
  );
  // A position is sent to our own server only, and to no recipient.
  expect(DATA_CLASSES.filter((each) => !received.includes(each))).toEqual(["position"]);
});

describe.each(LOCALES)("in %s", (locale) => {
  const said = { locale } as const;
  test.each([[[]], [["income", "citizenship"]]] as FurtherClass[][][])(
    "the consents to share name the same classes as the policy, with %j",
    (further) => {
      const classes = nameClasses(listClasses("dealership", further), locale);
      const named = { id: randomUUID(), name: "Bow River Auto" };
      for (const text of [
        describeRecipient("dealership", { further, locale }),
        buildShareBox(named, further, locale).text,
        buildShareText(named, further, locale),
        buildShareText(null, further, locale),
      ])
        expect(text).toContain(classes);
    },
  );

  test("the consent to a credit check names the lenders and bureaus of the record", () => {
    const text = m.credit_application_form_credit_check_label({}, said);
    const bureau = RECIPIENTS.bureau.who({}, said);
    for (const name of ["Equifax Canada", "TransUnion Canada"])
      expect([text.includes(name), bureau.includes(name)]).toEqual([true, true]);
    expect(text).toMatch(/lender|prêteur/);
    expect(RECIPIENTS.lender.who({}, said)).toMatch(/[Ll]ender|prêteur/);
  });

  test("nothing says that nobody else receives anything", () => {
    const words = [
      ...listKeys(RECIPIENTS).map((name) => describeRecipient(name, { further: [], locale })),
      m.information_privacy_who_none({}, said),
      m.form_journey_data_dealership({ dealership: "X" }, said),
      m.sale_data_dealerships({ dealerships: "X" }, said),
    ].join(" ");
    expect(words).not.toMatch(/nobody else|no one else|personne d’autre/i);
  });

  test("the position of “Use my location” has its purpose, and how it is switched on", () => {
    const [nearby] = describePurposes(locale).filter((each) => /position/i.test(each));
    expect(nearby).toMatch(/Use my location|Utiliser ma position/);
    expect(nearby).toMatch(/browser asks you first|navigateur vous le demande d’abord/);
  });
});

test("every consent of the record is one that can be given", () => {
  const named = listKeys(RECIPIENTS).flatMap((name) => {
    const { consent }: Recipient = RECIPIENTS[name];
    return consent ? [consent] : [];
  });
  expect(new Set(named)).toEqual(new Set(["share_with_dealership", "credit_check"]));
  expect(named.filter((each) => !CONSENT_PURPOSES.includes(each))).toEqual([]);
});
