import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { storeDealershipRow } from "#domain/dealership/dealership.fixture.ts";
import { consentTable } from "#domain/lead/consent.table.ts";
import type { FormHandler } from "#domain/lead/form-handler.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { listSealedQuestions } from "#domain/lead/reveal-sealed.server.ts";
import { receivePost } from "#domain/lead/receive-post.server.ts";
import { sendDueMessages } from "#domain/notification/notification.fixture.ts";
import { buildShareBox } from "#domain/pre-approval/panel-boxes.server.ts";
import { PRE_APPROVAL_CLASSES } from "#domain/pre-approval/pre-approval-classes.ts";
import { APPLICANT } from "#domain/pre-approval/pre-approval-answers.fixture.ts";
import { preApprovalForm } from "#domain/pre-approval/pre-approval.form.ts";
import { preApprovalHandler } from "#domain/pre-approval/pre-approval-handler.server.ts";
import { set } from "#domain/setting/setting.fixture.ts";
import type { FormDeclaration } from "#forms/define-form.ts";
import { rawFields } from "#forms/questions/raw-fields.ts";
import { readForm } from "#forms/read-form.ts";
import { db } from "#platform/database/database.server.ts";
import { listOutbox } from "#platform/outbox/outbox.server.ts";
import { makeContext, newAddress } from "#platform/request/visitor.fixture.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { useSite } from "#server/site.fixture.ts";
import { FIRST_CONTACT_CLASSES, FURTHER_CLASSES, type FurtherClass } from "#values/data-class.ts";
import { nameMailed } from "#values/data-class-label.ts";
import { type Locale, LOCALES } from "#values/locale.ts";
import { NO_LOCATION } from "#domain/lead/lead.ts";
import { CREDIT_APPLICANT } from "./credit-applicant.fixture.ts";
import { CREDIT_APPLICATION_CLASSES } from "./credit-application-classes.ts";
import { creditApplicationForm } from "./credit-application.form.ts";
import { creditApplicationHandler } from "./credit-application-handler.server.ts";
import { buildShareText } from "./share-consent.server.ts";

useSite();

const LEADS = "leads@bow-river.example";
beforeAll(() =>
  storeDealershipRow({
    name: "Bow River Auto",
    leadEmail: LEADS,
    servedProvinces: ["AB", "ON", "BC", "QC"],
    servedRadiusKm: 6_000,
    takesLeadKinds: ["credit_application"],
  }),
);

test("by default the mail holds what a dealership needs to get in touch, and no more", () => {
  expect(FIRST_CONTACT_CLASSES).toEqual([
    "contact",
    "town",
    "wanted_car",
    "budget",
    "trade_in",
    "credit_rating",
    "message",
    "consents",
  ]);
});

const facts = {
  kind: "credit_application",
  submissionId: randomUUID(),
  firstName: "Chloé",
  lastName: "Gagnon",
  email: "chloe.gagnon@example.com",
  phone: "+14035550147",
  phoneVerifiedAt: null,
  ...NO_LOCATION,
} as const;

async function write(
  handler: FormHandler,
  form: FormDeclaration,
  fields: Record<string, string>,
  further: readonly FurtherClass[],
): Promise<string> {
  const { answers } = readForm(form, rawFields(fields), { now: new Date(), locale: "en" });
  const reading = { sender: "en", reader: "en", further } as const;
  return JSON.stringify(await handler.adf?.(answers, facts, reading));
}

const FORMS = {
  "a pre-approval": (further: readonly FurtherClass[]) =>
    write(preApprovalHandler, preApprovalForm, APPLICANT, further),
  "a credit application": (further: readonly FurtherClass[]) =>
    write(
      creditApplicationHandler,
      creditApplicationForm,
      { ...CREDIT_APPLICANT, coApplicantEmail: "amir@example.com" },
      further,
    ),
};

/** For each data class, the answers of both forms. */
const ANSWERS: Record<keyof typeof FORMS, Partial<Record<FurtherClass, RegExp>>> = {
  "a pre-approval": {
    address: /3 years/,
    housing: /Own/,
    work: /Prairie Steel.*Welder|Welder.*Prairie Steel/,
    income: /64,000|5,400/,
    citizenship: /[Cc]itizen/,
    licence: /driver/i,
  },
  "a credit application": {
    address: new RegExp(CREDIT_APPLICANT.streetAddress),
    housing: /1,450/,
    work: new RegExp(CREDIT_APPLICANT.employerName),
    income: /[Ii]ncome/,
    licence: /expir/i,
    co_applicant: /amir@example\.com/,
  },
};

describe.each(Object.keys(FORMS) as (keyof typeof FORMS)[])("%s", (form) => {
  test.each(FURTHER_CLASSES)("holds nothing of the class %s, unless it is set to", async (each) => {
    const pattern = ANSWERS[form][each];
    const others = FURTHER_CLASSES.filter((other) => other !== each);
    if (!pattern) return;
    expect(await FORMS[form]([])).not.toMatch(pattern);
    expect(await FORMS[form]([each])).toMatch(pattern);
    // The e-mail with other classes contains none of it.
    if (each !== "housing" && each !== "income")
      expect(await FORMS[form](others)).not.toMatch(pattern);
  });

  test("says how to reach the person, and nothing that is sealed", async () => {
    const text = await FORMS[form](FURTHER_CLASSES);
    expect(text).toContain("chloe.gagnon@example.com");
    expect(text).not.toMatch(/1987|142607|193 ?\d{3}/);
  });
});

describe.each(LOCALES)("in %s", (locale: Locale) => {
  test.each([[[]], [["income"]], [[...FURTHER_CLASSES]]] as const)(
    "the consents name every class of a mail that holds also %j",
    (further: readonly FurtherClass[]) => {
      const classes = nameMailed(further, locale);
      const named = { id: randomUUID(), name: "Bow River Auto" };
      for (const text of [
        buildShareText(named, further, locale),
        buildShareText(null, further, locale),
        buildShareBox(named, further, locale).text,
      ])
        expect(text).toContain(classes);
    },
  );
});

test.each<[FormDeclaration, Record<string, string>]>([
  [preApprovalForm, PRE_APPROVAL_CLASSES],
  [creditApplicationForm, CREDIT_APPLICATION_CLASSES],
])("every answer that is sealed has no class that is mailed", (form, classes) => {
  const sealed = listSealedQuestions(form).map(({ name }) => classes[name]);
  expect(new Set(sealed)).toEqual(new Set(["sealed"]));
});

test("who agreed before more was set to go along is mailed no more than they agreed to", async () => {
  await set({ passingOn: "at_once", leadMailAlso: [] });
  const context = makeContext({ visitorHash: randomUUID(), ipAddress: newAddress() });
  const fields = { ...CREDIT_APPLICANT, submissionId: randomUUID(), shareWithDealership: "yes" };
  const sent = await receivePost(
    creditApplicationHandler,
    rawFields(fields),
    readVisitor({ context }),
  );
  if (!sent.ok) throw new Error(JSON.stringify(sent));
  // Before the e-mail is sent.
  await set({ leadMailAlso: ["work"] });
  await sendDueMessages();
  const find = async () =>
    (await listOutbox({ limit: 100 })).filter(({ to }) => to === LEADS).map(({ text }) => text);
  expect((await find()).join()).not.toContain(CREDIT_APPLICANT.employerName);
  const [lead] = await db().select().from(leadTable).where(eq(leadTable.reference, sent.reference));
  const [consent] = await db()
    .select()
    .from(consentTable)
    .where(eq(consentTable.submissionId, lead?.submissionId ?? ""));
  expect(consent?.text).not.toContain("employer");
});

test("who agreed to it is mailed with it", async () => {
  await set({ passingOn: "at_once", leadMailAlso: ["work"] });
  const context = makeContext({ visitorHash: randomUUID(), ipAddress: newAddress() });
  const fields = { ...CREDIT_APPLICANT, submissionId: randomUUID(), shareWithDealership: "yes" };
  const sent = await receivePost(
    creditApplicationHandler,
    rawFields(fields),
    readVisitor({ context }),
  );
  if (!sent.ok) throw new Error(JSON.stringify(sent));
  await sendDueMessages();
  const mail = (await listOutbox({ limit: 100 })).find(
    ({ to, subject }) => to === LEADS && subject?.includes(sent.reference),
  );
  expect(mail?.text).toContain(CREDIT_APPLICANT.employerName);
  // And the stored text of their consent names it.
  const [consent] = await db()
    .select({ text: consentTable.text })
    .from(consentTable)
    .where(eq(consentTable.submissionId, fields.submissionId));
  expect(consent?.text).toContain(nameMailed(["work"], "en"));
});
