import { XmlDocument } from "libxml2-wasm";
import type { Page } from "playwright-core";
import { expect, test, vi } from "vitest";
import { axeFindings, PHONE, loadWords } from "./browser.fixture.ts";
import { journey, sendContactForm } from "./journey.fixture.ts";
import { ARTICLE } from "./reading-pages.fixture.ts";
import { type OutboxMessage, programFor, readOutbox } from "./program.fixture.ts";

const visit = journey();

test("from the list by category to an article, its sources, what to share, and paper", async () => {
  const say = loadWords("en");
  const page = await visit.newPage({ permissions: ["clipboard-read", "clipboard-write"] });
  const elsewhere = watchOtherSites(page);
  await page.goto("/blogs");
  await page.getByRole("link", { name: /^Finance \(\d+\)$/ }).click();
  await page.getByRole("heading", { level: 1, name: "Articles: Finance" }).waitFor();
  const link = page.getByRole("link", { name: /^Finance \(\d+\)$/ });
  const counted = Number(/\((\d+)\)/.exec(await link.innerText())?.[1]);
  expect(await page.getByRole("article").count()).toBe(counted);
  await page.getByRole("link", { name: /^All articles/ }).click();
  await page.getByRole("link", { name: /^Buying a used car in Canada/ }).click();
  await page.getByRole("heading", { level: 1, name: /^Buying a used car in Canada/ }).waitFor();

  const contents = page.getByRole("navigation", { name: say("blog_contents") });
  await contents.getByRole("link").nth(2).click();
  expect(new URL(page.url()).hash).toBe("#3-read-the-vin-in-three-places");
  await page.getByRole("link", { name: "Source 1", exact: true }).click();
  expect(new URL(page.url()).hash).toBe("#note-1");
  await page.getByRole("link", { name: /source 1 is cited/ }).click();
  expect(new URL(page.url()).hash).toBe("#cite-1");

  const share = page.getByRole("region", { name: say("blog_share") });
  await share.getByRole("button", { name: say("blog_share_copy") }).click();
  await page.getByText(say("blog_share_copied")).first().waitFor();
  const address = `${visit.site.origin}${ARTICLE}`;
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  for (const link of await share.getByRole("link").all()) {
    expect(decodeURIComponent((await link.getAttribute("href")) ?? "")).toContain(address);
  }
  expect(
    await page
      .getByRole("region", { name: say("blog_related") })
      .getByRole("article")
      .count(),
  ).toBe(3);

  await page.emulateMedia({ media: "print" });
  expect(await share.isVisible()).toBe(false);
  expect(await page.getByRole("banner").isVisible()).toBe(false);
  expect(await page.getByRole("heading", { level: 1 }).isVisible()).toBe(true);
  expect(elsewhere()).toEqual([]);
  await page.context().close();
});

test.each([
  "/blogs/buying-a-used-car-in-canada/checklist",
  "/fr/blogs/buying-a-used-car-in-canada/checklist",
])("%s is one Letter page on paper", async (path) => {
  const page = await visit.newPage();
  await page.goto(path);
  const paper = (await page.pdf({ format: "Letter" })).toString("latin1");
  expect(paper.match(/\/Type \/Page\b/g)).toHaveLength(1);
  await page.context().close();
});

test.each([
  ["/blogs/rss.xml", "en-ca", "Buying a used car in Canada"],
  ["/fr/blogs/rss.xml", "fr-ca", "Acheter une auto d’occasion au Canada"],
])("%s is a feed in its language", async (path, language, title) => {
  const response = await fetch(visit.site.origin + path);
  expect(response.headers.get("content-type")).toContain("application/rss+xml");
  const feed = await response.text();
  // Throws if it is not well-formed.
  XmlDocument.fromString(feed).dispose();
  expect(feed).toContain(`<language>${language}</language>`);
  expect(feed).toContain(`<title>${title}`);
  const links = [...feed.matchAll(/<guid[^>]*>([^<]+)</g)].map(([, link = ""]) => link);
  expect(links.length).toBeGreaterThanOrEqual(6);
  for (const link of links) expect((await fetch(link)).status).toBe(200);
});

test("the newsletter: asked, confirmed, left by the mail program's button and by the page", async () => {
  const say = loadWords("fr");
  const page = await visit.newPage({ javaScriptEnabled: false });
  const email = `lectrice-${Date.now()}@example.com`;
  await page.goto("/fr/blogs");
  const box = page.getByRole("region", { name: say("newsletter_box_title") });
  await box.getByLabel(say("newsletter_email_label")).fill(email);
  await box.getByRole("button", { name: say("newsletter_button") }).click();
  await page.getByRole("heading", { level: 1, name: say("newsletter_sent_title") }).waitFor();

  const requested = await mailTo(email, /Confirmez votre abonnement/);
  const confirm = linkIn(requested, /newsletter\/confirm/);
  await page.goto(confirm);
  await page.getByRole("button", { name: say("newsletter_confirm_button") }).click();
  await page.getByRole("heading", { level: 1, name: say("newsletter_confirmed_title") }).waitFor();

  const staff = await visit.newPage({ viewport: PHONE });
  await staff.goto(confirm);
  expect(await axeFindings(staff)).toEqual([]);
  await visit.signIn(staff, "admin");
  const exported = async () => (await staff.request.get("/staff/newsletter/export")).text();
  expect(await exported()).toContain(email);
  const find = async () => {
    await staff.goto("/fr/staff/newsletter");
    await staff.getByLabel(say("newsletter_staff_search_label")).fill(email.slice(0, 15));
    await staff.getByRole("button", { name: say("newsletter_staff_search_button") }).click();
    await staff.getByRole("heading", { name: email.slice(0, 15) }).waitFor();
    const found = staff.getByRole("listitem").filter({ hasText: email });
    await found.getByText(say("newsletter_staff_evidence")).click();
    return found;
  };
  const found = await find();
  await found.getByText(say("newsletter_staff_is_subscribed")).waitFor();
  await found.getByText(/vous demandez à .* de vous envoyer/).waitFor();
  expect(await axeFindings(staff)).toEqual([]);
  expect(staff.url()).not.toContain("lectrice");

  const welcome = await mailTo(email, /Abonnement confirmé/);
  const wayOut = linkIn(welcome, /newsletter\/unsubscribe/);
  // RFC 8058 §3.1: a post from the mail provider, without cookies, answered without a redirect.
  const oneClick = await fetch(wayOut, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
  });
  expect(oneClick.status).toBe(200);
  expect(await oneClick.text()).toContain(say("newsletter_unsubscribed_title"));
  await page.goto(wayOut);
  await page.getByRole("button", { name: say("newsletter_unsubscribe_button") }).click();
  await page
    .getByRole("heading", { level: 1, name: say("newsletter_unsubscribed_title") })
    .waitFor();

  const left = await find();
  await left.getByText(say("newsletter_staff_left_one_click").replace("{time}", "")).waitFor();
  expect(await left.getByRole("button").count()).toBe(0);
  expect(await exported()).not.toContain(email);
  await staff.context().close();
  await page.context().close();
});

test("a closed deal: asked by mail, reviewed without an account, shown once staff say so", async () => {
  const say = loadWords("en");
  const email = `zoe-${Date.now()}@example.com`;
  const sent = await programFor(visit.site.origin).post("/forms/call-back", {
    name: "Zoé Gagnon",
    email,
    subject: "A hatchback",
    message: "Do you have one in Laval?",
  });
  const staff = await visit.newPage();
  await visit.signIn(staff, "staff");
  const delivered = await staff.request.post(`/staff/leads/${String(sent.body["reference"])}`, {
    form: { form: "lead-note", seen: "new", status: "delivered", note: "" },
    headers: { origin: visit.site.origin },
    maxRedirects: 0,
  });
  expect(delivered.status()).toBe(303);

  const link = linkIn(await mailTo(email, /how did it go/), /\/review\//);
  const page = await visit.newPage();
  await page.goto(link);
  expect(await axeFindings(page)).toEqual([]);
  const words = `They called the same day, and the price stayed the price. ${Date.now()}`;
  await page.getByRole("radio", { name: say("review_form_stars_option_4") }).check();
  await page.getByLabel(say("review_form_text_label")).fill(words);
  await page.getByLabel(say("review_form_author_label")).fill("Zoé G.");
  await page.getByRole("button", { name: say("review_send") }).click();
  await page.getByRole("heading", { level: 1, name: say("review_thanks_title") }).waitFor();
  await page.goto("/about");
  expect(await page.getByText(words).count()).toBe(0);

  await staff.goto("/staff/reviews");
  const waiting = staff.getByRole("listitem").filter({ hasText: words });
  await waiting.getByRole("button", { name: say("review_staff_publish") }).click();
  await waiting.getByText(say("review_staff_published"), { exact: true }).waitFor();
  for (const path of ["/", "/about"]) {
    await page.goto(path);
    const review = page.getByRole("figure").filter({ hasText: words });
    await review.getByText("Zoé G.").waitFor();
    expect(await review.getByText(say("home_review_sample")).count()).toBe(0);
  }
  await page.goto(link);
  await page.getByRole("heading", { level: 1, name: say("review_thanks_title") }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("button", { name: say("review_withdraw") }).click();
  await page.getByRole("heading", { level: 1, name: say("review_withdrawn_title") }).waitFor();
  await page.goto("/about");
  expect(await page.getByText(words).count()).toBe(0);
  await staff.goto("/staff/reviews");
  await waiting.getByText(say("review_staff_withdrawn")).waitFor();
  await Promise.all([page.context().close(), staff.context().close()]);
});

test("what is no address is said on the form's page, with 422", async () => {
  const response = await fetch(`${visit.site.origin}/forms/newsletter`, {
    method: "POST",
    body: new URLSearchParams({ email: "nobody@" }),
  });
  expect(response.status).toBe(422);
  expect(await response.text()).toContain('value="nobody@"');
});

test("questions are found without script, and each has an address that opens it", async () => {
  const say = loadWords("en");
  const page = await visit.newPage({ javaScriptEnabled: false });
  await page.goto("/faq");
  const all = await page.getByRole("main").getByRole("group").count();
  expect(all).toBeGreaterThanOrEqual(20);
  await page.getByLabel(say("faq_search_label")).fill("social insurance");
  await page
    .getByRole("search")
    .getByRole("button", { name: say("faq_search_button") })
    .click();
  await page.getByText(say("faq_found_one").replace("{words}", "social insurance")).waitFor();
  expect(await page.getByRole("main").getByRole("group").count()).toBe(1);
  await page.getByRole("link", { name: say("faq_search_all") }).click();
  expect(await page.getByRole("main").getByRole("group").count()).toBe(all);
  await page.goto("/faq#undo-sale");
  await page.getByText(say("faq_undo_sale_answer")).waitFor({ state: "visible" });
  await page.goto("/fr/faq?q=zzzz");
  await page.getByText("Aucun résultat pour").waitFor();
  expect(await page.content()).toContain("FAQPage");
  await page.context().close();
});

test("the contact page's form makes a lead", async () => {
  const page = await visit.newPage();
  await sendContactForm(page, "Camille Roy", `contact-${Date.now()}@example.com`);
  await page
    .getByText(/[A-HJ-NPR-Y2-9]{8}/)
    .first()
    .waitFor();
  await page.context().close();
});

test("an article that is not there is a 404, and so is a category", async () => {
  for (const path of ["/blogs/nothing-of-the-kind", "/blogs?category=gossip"])
    expect((await fetch(visit.site.origin + path)).status).toBe(404);
});

/** Waits for an e-mail in the outbox and returns it. */
async function mailTo(address: string, subject: RegExp): Promise<OutboxMessage> {
  return vi.waitFor(
    async () => {
      const mail = (await readOutbox(visit.site.origin)).find(
        (each) => each.to === address && subject.test(each.subject ?? ""),
      );
      if (!mail) throw new Error(`No mail to ${address} like ${subject}.`);
      return mail;
    },
    { timeout: 15_000, interval: 200 },
  );
}

/**
 * The path of a link in an e-mail, on the site under test, because the configured origin is
 * different in tests.
 */
function linkIn({ text }: OutboxMessage, path: RegExp): string {
  const link = (text.match(/https?:\/\/\S+/g) ?? []).find((each) => path.test(each));
  if (!link) throw new Error(`The mail has no link like ${path}.`);
  const { pathname, search } = new URL(link);
  return visit.site.origin + pathname + search;
}

/** Records the page's requests to other sites. */
function watchOtherSites(page: Page): () => string[] {
  const requested: string[] = [];
  page.on("request", (request) => {
    const url = request.url();
    if (url.startsWith("http") && !url.startsWith(visit.site.origin)) requested.push(url);
  });
  return () => requested;
}
