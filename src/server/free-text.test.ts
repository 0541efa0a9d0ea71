import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { formHandlers } from "#domain/lead-forms.server.ts";
import { readBid } from "#domain/bid/read-bid.server.ts";
import {
  finishPasskeyForm,
  profileForm,
  renamePasskeyForm,
  signUpForm,
} from "#domain/identity/account.form.ts";
import { revealSealedAnswer } from "#domain/lead/reveal-sealed.server.ts";
import { callOffForm } from "#domain/deal/deal.form.ts";
import { callForm } from "#domain/call/call.form.ts";
import { leadNoteForm, revealReasonForm } from "#domain/lead/staff-notes.form.ts";
import { inquiryAnswerForm, inquiryForm } from "#domain/inquiry/inquiry.form.ts";
import { listingReportForm } from "#domain/listing/listing-report.form.ts";
import { listingForm, listingReviewForm, photoAltForm } from "#domain/listing/listing.form.ts";
import { storeDealershipRow } from "#domain/dealership/dealership.fixture.ts";
import { storeListing, storePerson } from "#domain/listing/listing.fixture.ts";
import { roleForm } from "#domain/people/role.form.ts";
import { reviewForm, reviewReplyForm } from "#domain/review/review.form.ts";
import { dealerOfferForm } from "#domain/sell-request/dealer-offer/dealer-offer.form.ts";
import type { FormDeclaration } from "#forms/define-form.ts";
import { readOne } from "#forms/one-question.fixture.ts";
import { rawFields } from "#forms/questions/raw-fields.ts";
import { readForm } from "#forms/read-form.ts";
import { m } from "#messages/messages.js";
import { handleListingPhotos } from "#pages/account/my-listings/listing-photos-page.server.ts";
import { stockImportPage } from "#pages/dealer/stock/stock-import.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { dealershipAdForm } from "#domain/listing/ad-statement.form.ts";
import { correctionForm } from "#domain/privacy-request/own-request.form.ts";
import {
  privacyRequestForm,
  settlementForm,
} from "#domain/privacy-request/privacy-request.form.ts";
import { LOCALES } from "#values/locale.ts";
import { leadsPage } from "#pages/staff/leads.server.ts";
import { sourceFiles } from "../../house/source-files.ts";

useTestDatabase();

let sellerId: string;
beforeAll(async () => {
  sellerId = (await storePerson("Amara")).id;
});

const WITH_SIN = "Call me, my number is 130 692 544, thanks";
const WITHOUT = "Call me at 416-555-0147 about order 130 692 545";

const user = (id: string): SignedInUser => ({
  id,
  name: "Camille Roy",
  email: "camille@example.com",
  role: "staff",
  phone: null,
  locale: "en",
});

/** Posts to a page's action and returns its response, if it did not redirect. */
async function post(
  action: (args: never) => Promise<unknown>,
  by: SignedInUser,
  fields: Record<string, string>,
  params: Record<string, string> = {},
) {
  const request = new Request("http://site.test/", {
    method: "POST",
    body: new URLSearchParams(fields),
  });
  const args = { request, params, context: makeContext({ user: by }) };
  const result = (await action(args as never).catch((thrown: unknown) => thrown)) as {
    data?: unknown;
    init?: { status?: number };
  };
  return { status: result.init?.status, data: result.data ?? null };
}

const bid = (bidderMessage: string) =>
  readBid({ bidderPhone: "416-555-0100", proposedPrice: "28900", bidderMessage });

/** What comes of a text in each control that people write into, by the page's file. */
const CONTROLS: Record<string, (text: string) => Promise<unknown> | object> = {
  "pages/public/listing/bid-fields.tsx bidderMessage": bid,
  "pages/photos/photo-list.tsx alt": async (alt) => {
    const listing = await storeListing({ sellerId, state: "live" });
    return post(
      handleListingPhotos,
      { ...user(sellerId), role: "seller" },
      { intent: "describe", photo: "x", alt },
      {
        id: listing,
      },
    );
  },
  "pages/staff/lead-views.tsx name": (name) =>
    post(leadsPage.action, user(sellerId), { intent: "save-view", name }),
  "pages/dealer/stock/stock-import.page.tsx name": async (name) => {
    const { id } = await storeDealershipRow({ name: `Stock ${name}` });
    const dealership = { id, role: "owner" } as const;
    const by = { ...user(sellerId), role: "dealer", dealership } as const;
    return post(stockImportPage.action, by, { intent: "upload-stock", name });
  },
  "pages/staff/sealed-answer.tsx reason": (reason) =>
    revealSealedAnswer(
      { reference: "RV-NONE", question: "none", reason },
      { id: "u", role: "staff" },
      () => undefined,
    ),
};

/** Controls whose text is parsed, is a search, or is not stored. */
const NO_FREE_TEXT = [
  /payment-estimate\.tsx/,
  /budget-facet\.tsx/,
  /search-bar\.tsx (q|near)/,
  /hero-search\.tsx (q|budget|near|modelId)/,
  /faq\.page\.tsx q/,
  /lead-filters\.tsx (q|campaign)/,
  /contacts\.page\.tsx q/,
  /routing\.page\.tsx place/,
  // Only shown.
  /tasks\.page\.tsx feed/,
  /newsletter-box\.tsx email/,
  /code-field\.tsx verificationCode/,
  // An address or a number, and amounts of money.
  /vin-offer-result\.tsx contact/,
  /received-bids\.tsx counterPrice/,
  /credit-file\.tsx name/,
  /bid-fields\.tsx (bidderName|bidderEmail|bidderPhone|proposedPrice)/,
  /leads\.page\.tsx q/,
  /unmatched-mails\.tsx reference/,
  /people\.page\.tsx email/,
  /find-by-email\.tsx email/,
  /staff\/newsletter\/newsletter\.page\.tsx email/,
  /records\.page\.tsx/,
  /check-list\.tsx (phone|code)/,
  /requests\.page\.tsx (email|phone)/,
];

describe("a Social Insurance Number in a free text", () => {
  test.each(Object.keys(CONTROLS))("is refused in %s, with the reason", async (control) => {
    const write = CONTROLS[control]!;
    expect(JSON.stringify(await write(WITH_SIN))).toMatch(
      /holds_sin|Social Insurance Number|"typed":"Call me/,
    );
    expect(JSON.stringify(await write(WITHOUT))).not.toMatch(/holds_sin|Social Insurance|"typed"/);
  });

  const FORMS: FormDeclaration[] = [
    ...formHandlers.map(({ form }) => form),
    listingForm,
    profileForm,
    signUpForm({ asksLanguage: true }),
    finishPasskeyForm,
    renamePasskeyForm("p1"),
    reviewForm,
    inquiryForm,
    inquiryAnswerForm,
    listingReportForm,
    listingReviewForm("l1"),
    photoAltForm("p1"),
    reviewReplyForm("r1"),
    dealerOfferForm,
    leadNoteForm,
    callForm,
    callOffForm,
    revealReasonForm,
    correctionForm,
    privacyRequestForm,
    settlementForm,
    dealershipAdForm,
    roleForm({ member: "buyer", dealerships: [] }),
  ];
  const questions = FORMS.flatMap((form) =>
    form.steps.flatMap((step) =>
      step.questions
        .filter(({ kind }) => ["text", "long-text", "select-or-other"].includes(kind))
        .filter((question) => question.sealed !== true)
        .map((question) => ({ name: `${form.name}.${question.name}`, form, question })),
    ),
  );

  test("is looked for in every form", () => {
    expect(questions.length).toBeGreaterThan(20);
  });

  test.each(questions)(
    "is refused in $name",
    ({ form, question: { askedWhen: _, ...question } }) => {
      if (question.kind !== "select-or-other") {
        expect(readOne(question, { [question.name]: "130 692 544" })).toBe("!holds_sin");
        return;
      }
      // Its options depend on an answer before it.
      const raw = rawFields({ make: "Honda", [question.name]: "130692544" });
      const reading = readForm(form, raw, { now: new Date(), locale: "en" });
      expect(reading.ok ? [] : reading.fieldErrors).toContainEqual(
        expect.objectContaining({ question: question.name, code: "holds_sin" }),
      );
    },
  );

  test.each(LOCALES)("is explained in %s", (locale) => {
    const words = m.forms_error_holds_sin({ name: "X" }, { locale });
    expect(words).toMatch(/Social Insurance Number|numéro d’assurance sociale/);
  });

  test("is looked for in every control of a page that takes a text", () => {
    const found = sourceFiles("src/pages")
      .filter((file) => file.endsWith(".tsx"))
      .flatMap((file) => controlsIn(readFileSync(file, "utf8")).map((name) => `${file} ${name}`))
      .map((each) => each.replace(/^.*?src\//, ""));
    expect(found).toEqual(expect.arrayContaining(Object.keys(CONTROLS)));
    expect(
      found.filter((each) => !(each in CONTROLS) && !NO_FREE_TEXT.some((no) => no.test(each))),
    ).toEqual([]);
  });
});

function controlsIn(source: string): string[] {
  return [...source.matchAll(/<(?:TextAreaField|textarea|TextField|input)\b([^]*?)\/>\n/g)].flatMap(
    ([, attributes = ""]) => {
      const type = /type="(\w+)"/.exec(attributes)?.[1] ?? "text";
      const name = /name=(?:"([^"]*)"|\{([^}]*)\})/.exec(attributes);
      const takesText = ["text", "search", "email", "tel", "number"].includes(type);
      return takesText && name ? [name[1] ?? name[2] ?? ""] : [];
    },
  );
}
