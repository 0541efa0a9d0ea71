import { expect, test } from "vitest";
import {
  axeFindings,
  DESKTOP,
  hydrated,
  loadWords,
  PHONE,
  scrollsSideways,
  takeScreenshot,
} from "../../../../e2e/browser.fixture.ts";
import { journey } from "../../../../e2e/journey.fixture.ts";

// Its own site: everybody reads its questions.
const visit = journey({ ownSite: true });

const read = async (path: string) => (await fetch(`${visit.site.origin}${path}`)).text();

test("an own question is on the FAQ, in its data for search engines and on the home page; one of the site’s is hidden", async () => {
  const words = loadWords("en");
  const page = await visit.newPage({ viewport: DESKTOP });
  await visit.signIn(page, "admin");
  await page.goto("/staff/settings");
  await page.getByRole("link", { name: words("setting_list_faq") }).click();
  await hydrated(page);
  const form = page.getByRole("region", { name: words("faq_question_add") });
  const save = form.getByRole("button", { name: words("setting_save") });
  await form
    .getByLabel(words("faq_question_topic_label"))
    .selectOption({ label: words("faq_group_buying") });
  await form
    .getByLabel(words("faq_question_place_label"))
    .selectOption({ label: words("faq_question_place_option_home") });
  await form.getByLabel(words("faq_question_question_en_label")).fill("Do you deliver?");
  await form.getByLabel(words("faq_question_question_fr_label")).fill("Livrez-vous ?");
  await form.getByLabel(words("faq_question_answer_fr_label")).fill("Oui.\n\nPartout.");
  const answer = form.getByLabel(words("faq_question_answer_en_label"));
  await answer.fill("Yes. See [our cars](javascript:alert(1)).");
  await save.click();
  await page.getByRole("link", { name: words("faq_question_answer_en_error_link") }).waitFor();
  await answer.fill("Yes. See [our cars](/cars).\n\nIt’s free near us.");
  await save.click();
  await page.getByText(words("faq_question_saved")).waitFor();
  const zeroDown = words("information_faq_zero_down_question");
  await page
    .getByRole("button", { name: words("faq_question_hide_which").replace("{question}", zeroDown) })
    .click();
  await page
    .getByRole("button", { name: words("faq_question_show_which").replace("{question}", zeroDown) })
    .waitFor();
  await page
    .getByRole("button", {
      name: words("faq_question_up_which").replace("{question}", "Do you deliver?"),
    })
    .click();
  await page.getByText(words("faq_question_saved")).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await takeScreenshot(page, "faq-settings-1440");
  await page.goto("/staff/settings");
  await page
    .getByRole("region", { name: words("setting_history") })
    .getByText(words("faq_question_own"))
    .waitFor();
  await page.context().close();

  const stranger = await visit.newPage({ viewport: DESKTOP });
  await stranger.goto("/");
  await stranger.getByText("Do you deliver?").click();
  await stranger.getByText("It’s free near us.").waitFor();
  expect(await stranger.getByText(zeroDown).count()).toBe(0);
  await stranger.goto("/faq#do-you-deliver");
  await stranger.getByText("It’s free near us.").waitFor();
  expect(await stranger.getByText(zeroDown).count()).toBe(0);
  expect(await axeFindings(stranger)).toEqual([]);
  await takeScreenshot(stranger, "faq-own-1440");
  await stranger.getByRole("main").getByRole("link", { name: "our cars" }).click();
  await stranger.waitForURL(`${visit.site.origin}/cars`);
  await stranger.context().close();
  const html = await read("/fr/faq");
  expect(html).toContain('"name":"Livrez-vous ?","acceptedAnswer"');
  expect(html).not.toContain(loadWords("fr")("information_faq_zero_down_question"));
});

test("in French, on a phone and without a script: a question of the site gets other words, and its own again", async () => {
  const words = loadWords("fr");
  const page = await visit.newPage({ viewport: PHONE, javaScriptEnabled: false });
  await visit.signIn(page, "admin");
  await page.goto("/fr/staff/settings/faq");
  const before = words("faq_bids_question");
  await page
    .getByRole("link", { name: words("faq_question_edit_which").replace("{question}", before) })
    .click();
  const form = page.getByRole("region", { name: words("faq_question_change") });
  const question = form.getByLabel(words("faq_question_question_fr_label"));
  expect(await question.inputValue()).toBe(before);
  await question.fill("");
  await form.getByRole("button", { name: words("setting_save") }).click();
  await page.getByRole("link", { name: words("faq_question_question_fr_error_missing") }).waitFor();
  await takeScreenshot(page, "faq-settings-390");
  expect(await scrollsSideways(page)).toBe(false);
  await question.fill("Comment miser ?");
  await form.getByRole("button", { name: words("setting_save") }).click();
  await page.getByText(words("faq_question_saved")).waitFor();
  expect(await read("/fr/faq")).toContain("Comment miser ?");
  await page
    .getByRole("button", {
      name: words("faq_question_reset_which").replace("{question}", "Comment miser ?"),
    })
    .click();
  await page.getByText(before, { exact: true }).waitFor();
  expect(await read("/fr/faq")).not.toContain("Comment miser ?");
  await page.context().close();
});
