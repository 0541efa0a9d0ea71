import type { Page } from "playwright-core";
import { expect, test, vi } from "vitest";
import { CREDIT_APPLICANT } from "#domain/credit-application/credit-applicant.fixture.ts";
import { axeFindings, hydrated, loadWords, PHONE } from "./browser.fixture.ts";
import { creditForm } from "./credit-form.fixture.ts";
import { journey } from "./journey.fixture.ts";
import { readOutbox } from "./program.fixture.ts";

const visit = journey();

const SINS = { first: /193.?456.?787/u, second: /130.?692.?544/u };

/** The newest link of this kind in an e-mail to this address. */
function mailedLink(to: string, pattern: RegExp): Promise<string> {
  return vi.waitFor(
    async () => {
      const mails = (await readOutbox(visit.site.origin)).filter((each) => each.to === to);
      const link = mails.map(({ text }) => pattern.exec(text)?.[0]).find(Boolean);
      if (!link) throw new Error(`Nothing came to ${to}.`);
      return link;
    },
    { timeout: 30_000, interval: 200 },
  );
}

/** The checkbox to share with a dealership, as soon as its text names one. */
const share = (page: Page) =>
  page.getByRole("checkbox", { name: /, and no other dealership|, et aucun autre/u });

async function readNamed(page: Page): Promise<string> {
  const words = await page
    .getByText(/, and no other dealership/u)
    .first()
    .innerText();
  return /I agree that (.+), and no other/u.exec(words)?.[1] ?? "";
}

async function sendForm(page: Page, say: (key: string) => string) {
  await page.getByRole("button", { name: say("forms_submit"), exact: true }).click();
  const title = say("credit_application_sent_title");
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
}

/** Applies on a desktop in English, with a co-applicant. */
async function applyWith(names: { first: string; second: string }) {
  const say = loadWords("en");
  const page = await visit.newPage();
  await page.goto("/creditform");
  await hydrated(page);
  const { fillIn, control } = creditForm(page, say);
  await fillIn({
    ...CREDIT_APPLICANT,
    email: names.first,
    coApplicantFirstName: "Amir",
    coApplicantLastName: "Haddad",
    coApplicantEmail: names.second,
  });
  await control("creditCheck").check();
  // The text names the dealership of the city that was typed.
  await share(page).check();
  const dealership = await readNamed(page);
  await sendForm(page, say);
  await page
    .getByRole("heading", { name: say("credit_application_form_step_co_applicant_title") })
    .waitFor();
  // Nobody is invited before the applicant's own address is confirmed; the page can send the
  // confirmation again.
  await page.getByText("We’ll invite them once you’ve confirmed your email.").waitFor();
  await page.getByRole("button", { name: say("co_applicant_confirm_again") }).click();
  await page.getByText(say("co_applicant_confirm_notice")).waitFor();
  expect((await readOutbox(visit.site.origin)).map(({ to }) => to)).not.toContain(names.second);
  const mailbox = await visit.newPage({ javaScriptEnabled: false });
  await mailbox.goto(await mailedLink(names.first, /\/creditform\/sent\/\S+/u));
  await mailbox.getByText("We sent Amir Haddad a private link").waitFor();
  return {
    page,
    say,
    dealership,
    link: await mailedLink(names.second, /\/creditform\?invite=[\w-]+/u),
  };
}

test("two apply together, each in a browser of their own, and neither sees the other's SIN", async () => {
  const mail = { first: "together-1@example.com", second: "together-2@example.com" };
  const { page: first, dealership, link } = await applyWith(mail);
  const say = loadWords("fr");
  const second = await visit.newPage({ viewport: PHONE });
  await second.goto(`/fr${link}`);
  await hydrated(second);
  await second.getByText("Chloé Gagnon").first().waitFor();
  expect(await second.content()).not.toMatch(SINS.first);
  expect(await second.content()).not.toContain("Prairie Steel");
  expect(await axeFindings(second)).toEqual([]);
  const { tradeIn: _, tradeInDetails: __, message: ___, ...own } = CREDIT_APPLICANT;
  const { fillIn, control } = creditForm(second, say);
  await fillIn({
    ...own,
    firstName: "Amir",
    lastName: "Haddad",
    email: mail.second,
    sinNumber: "130 692 544",
  });
  await control("creditCheck").check();
  await share(second).check();
  await sendForm(second, say);
  await second.getByText(dealership).first().waitFor();
  expect(await second.content()).not.toMatch(SINS.first);
  expect(await second.content()).not.toMatch(SINS.second);
  // The applicant is notified by e-mail, and sees it on the page of their own part.
  const link1 = await mailedLink(mail.first, /\/creditform\/sent\/\S+/u);
  await first.goto(link1);
  await first.getByText("Amir Haddad has sent their own part").waitFor();
  await first.getByText(dealership).first().waitFor();
  expect(await first.content()).not.toMatch(SINS.second);
  // The invitation works only once.
  const third = await visit.newPage();
  await third.goto(link);
  const title = loadWords("en")("co_applicant_none_title");
  await third.getByRole("heading", { level: 1, name: title }).waitFor();
});

test("who was asked along declines without JavaScript, and the first one's application goes out", async () => {
  const mail = { first: "alone-1@example.com", second: "alone-2@example.com" };
  const { page: first, say, dealership, link } = await applyWith(mail);
  const second = await visit.newPage({ javaScriptEnabled: false });
  await second.goto(link);
  const name = "Chloé Gagnon";
  const decline = say("co_applicant_decline_link").replace("{name}", name);
  await second.getByRole("link", { name: decline }).click();
  await second
    .getByRole("button", { name: say("co_applicant_decline_button"), exact: true })
    .click();
  const done = say("co_applicant_decline_done_title");
  await second.getByRole("heading", { level: 1, name: done }).waitFor();
  await first.reload();
  const declined = say("co_applicant_declined").replace("{name}", "Amir Haddad");
  await first.getByText(declined).waitFor();
  await first.getByText(dealership).first().waitFor();
});
