import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { IN_CALGARY, storeDealershipRow } from "#domain/dealership/dealership.fixture.ts";
import { changeDraft } from "#domain/draft/draft.server.ts";
import { CREDIT_APPLICANT } from "#domain/credit-application/credit-applicant.fixture.ts";
import { creditApplicationHandler } from "#domain/credit-application/credit-application-handler.server.ts";
import { passOn } from "#domain/credit-application/pass-on.server.ts";
import { receivePost } from "#domain/lead/receive-post.server.ts";
import { storePerson } from "#domain/listing/listing.fixture.ts";
import { sendDueMessages } from "#domain/notification/notification.fixture.ts";
import { storeVerifiedPhone } from "#domain/phone-verification/phone-verification.fixture.ts";
import { buildShareBox } from "#domain/pre-approval/panel-boxes.server.ts";
import { APPLICANT } from "#domain/pre-approval/pre-approval-answers.fixture.ts";
import { preApprovalForm, QUALIFIED_GATE } from "#domain/pre-approval/pre-approval.form.ts";
import { preApprovalHandler } from "#domain/pre-approval/pre-approval-handler.server.ts";
import { set } from "#domain/setting/setting.fixture.ts";
import { passGate } from "#forms/gates.ts";
import { rawFields } from "#forms/questions/raw-fields.ts";
import { readForm } from "#forms/read-form.ts";
import { overwriteGetLocale } from "#messages/runtime.js";
import { useAccounts } from "#pages/account/account.fixture.ts";
import { listOutbox } from "#platform/outbox/outbox.server.ts";
import { makeContext, newAddress } from "#platform/request/visitor.fixture.ts";
import { readVisitor, type SignedInUser } from "#platform/request/visitor.server.ts";
import { paths } from "#site/paths.ts";
import { type Locale, LOCALES } from "#values/locale.ts";
import { PASSING_ON, type PassingOn } from "#values/passing-on.ts";
import { renderPages } from "./render-pages.fixture.tsx";

useAccounts();
afterAll(() => overwriteGetLocale(() => "en"));

let dealership: Awaited<ReturnType<typeof storeDealershipRow>>;
let staff: SignedInUser;
let site: Awaited<ReturnType<typeof renderPages>>;

beforeAll(async () => {
  staff = await storePerson("Samuel Staff", { role: "staff" });
  dealership = await storeDealershipRow({
    ...IN_CALGARY,
    name: "Bow River Auto",
    takesLeadKinds: ["pre_approval", "credit_application"],
  });
  site = await renderPages();
});

/** Sentences that say that our staff read the answers before they are passed on. */
const READ_FIRST: Record<Locale, RegExp> = {
  en: /(?:specialists?|team)(?: on our team)? reads?[^.]*pass(?:es)? (?:it|them) on|read them and passed them on|person on our team reads your answers before/,
  fr: /(?:spécialistes?|équipe)(?: en financement)? (?:la )?lit[^.]*transmet|l’un d’eux les aura lues et transmises|personne de notre équipe lit vos réponses avant/,
};
/** Sentences that say that they are passed on automatically. */
const BY_ITSELF: Record<Locale, RegExp> = {
  en: /once you agree, send (?:it|there)|automatically,? as soon as|gets your answers as soon as you send|go to that dealership automatically|goes automatically to the dealership|match your request automatically[^.]*send it there|has your answers|we sent your answers to one dealership/,
  fr: /si vous y consentez, nous l(?:ui envoyons|a lui envoyons)|automatiquement à ce seul concessionnaire dès|reçoit vos réponses dès|transmises automatiquement à ce concessionnaire|transmise automatiquement au concessionnaire|a vos réponses|nous avons transmis vos réponses à un seul concessionnaire/,
};

const strip = (html: string) =>
  html
    .replaceAll(/<!--.*?-->/g, "")
    .replaceAll(/<[^>]+>/g, "\n")
    .replaceAll("&#x27;", "'");

type Asked = { locale: Locale };

/** A browser whose pre-approval is at the panel. */
async function fill({ locale }: Asked, { isSending = false } = {}) {
  const visitorHash = randomUUID();
  const email = `${randomUUID()}@example.com`;
  const fields = { ...APPLICANT, email };
  const read = { now: new Date(), locale };
  const { answers } = readForm(preApprovalForm, rawFields(fields), read);
  const ticked = [buildShareBox(dealership, [], locale)];
  const consents = isSending
    ? passGate(QUALIFIED_GATE, [], { locale, at: new Date(), ticked })
    : [];
  // Ticked boxes need answers that were there before.
  for (const agreed of [[], consents])
    await changeDraft(visitorHash, preApprovalForm, (_draft, keep) =>
      keep({ answers, consents: agreed }),
    );
  return { visitorHash, email, fields };
}

async function sendPreApproval({ locale }: Asked) {
  const { visitorHash, email, fields } = await fill({ locale }, { isSending: true });
  await storeVerifiedPhone(visitorHash, "+14035550147");
  const seen = readVisitor({ context: makeContext({ visitorHash, locale }) });
  const sent = await receivePost(preApprovalHandler, rawFields(fields), seen);
  if (!sent.ok) throw new Error(JSON.stringify(sent));
  return { visitorHash, email, reference: sent.reference };
}

async function sendCreditApplication({ locale }: Asked) {
  const visitorHash = randomUUID();
  const email = `${randomUUID()}@example.com`;
  const fields = {
    ...CREDIT_APPLICANT,
    submissionId: randomUUID(),
    email,
    shareWithDealership: "yes",
  };
  const context = makeContext({ visitorHash, locale, ipAddress: newAddress() });
  const sent = await receivePost(
    creditApplicationHandler,
    rawFields(fields),
    readVisitor({ context }),
  );
  if (!sent.ok) throw new Error(JSON.stringify(sent));
  return { visitorHash, email, reference: sent.reference };
}

async function see(path: string, { locale }: Asked, visitorHash: string | null = null) {
  const seen = await site.render(path, { locale, ...(visitorHash && { visitorHash }) });
  return strip(seen?.html ?? "");
}

async function readMail(to: string): Promise<string> {
  await sendDueMessages();
  const mails = await listOutbox({ limit: 500 });
  return mails.find((mail) => mail.to === to)?.text ?? "";
}

/** Every page and mail that says who reads the answers and passes them on. */
const SURFACES: Record<string, (requested: Asked) => Promise<string>> = {
  "the home page": (requested) => see(paths.home(), requested),
  "the page about us": (requested) => see(paths.about(), requested),
  "the privacy policy": (requested) => see(paths.privacy(), requested),
  "the questions": (requested) => see(paths.faq(), requested),
  "the panel": async (requested) => {
    const { visitorHash } = await fill(requested);
    return see(paths.preApprovalQualified(), requested, visitorHash);
  },
  "the page after sending": async (requested) => {
    const { visitorHash, reference } = await sendPreApproval(requested);
    return see(paths.preApprovalSent(reference), requested, visitorHash);
  },
  "the confirmation": async (requested) => readMail((await sendPreApproval(requested)).email),
  "the page after a credit application": async (requested) => {
    const { visitorHash, reference } = await sendCreditApplication(requested);
    return see(paths.creditApplicationSent(reference), requested, visitorHash);
  },
  "the confirmation of a credit application": async (requested) =>
    readMail((await sendCreditApplication(requested)).email),
};

const cases = PASSING_ON.flatMap((passingOn) =>
  LOCALES.flatMap((locale) =>
    Object.keys(SURFACES).map((surface): [string, PassingOn, Locale] => [
      surface,
      passingOn,
      locale,
    ]),
  ),
);

describe("what is said of who reads and passes on", () => {
  test.each(cases)("%s, %s, in %s", async (surface, passingOn, locale) => {
    await set({ passingOn });
    const text = (await SURFACES[surface]?.({ locale })) ?? "";
    const [said, unsaid] =
      passingOn === "at_once"
        ? [BY_ITSELF[locale], READ_FIRST[locale]]
        : [READ_FIRST[locale], BY_ITSELF[locale]];
    expect(text).toMatch(said);
    expect(text).not.toMatch(unsaid);
  });
});

/**
 * Texts that are agreed to in versions cannot follow a setting: they say what is true for both
 * values.
 */
test.each(LOCALES)("the terms say neither, in %s", async (locale) => {
  const text = await see(paths.terms(), { locale });
  expect(text).toMatch(/financing request goes to one dealership|financement va à un seul/);
  expect(text).not.toMatch(READ_FIRST[locale]);
  expect(text).not.toMatch(BY_ITSELF[locale]);
});

test.each(LOCALES)("once it was passed on the page says so, in %s", async (locale) => {
  await set({ passingOn: "after_staff" });
  const { visitorHash, reference } = await sendPreApproval({ locale });
  expect(await passOn(reference, staff)).toBe(true);
  const text = await see(paths.preApprovalSent(reference), { locale }, visitorHash);
  expect(text).toMatch(BY_ITSELF[locale]);
  expect(text).not.toMatch(READ_FIRST[locale]);
});
