import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { userTable } from "#domain/identity/identity.table.ts";
import { provesWords } from "#domain/lead/consents.server.ts";
import { consentTable } from "#domain/lead/consent.table.ts";
import { listAcceptedTerms } from "#domain/terms/accept-terms.server.ts";
import { findTermsInForce, writeTermsText } from "#domain/terms/terms-words.server.ts";
import { db } from "#platform/database/database.server.ts";
import { browser, mailTo, type TestBrowser, tokenIn, useAccounts } from "../account.fixture.ts";
import {
  confirm,
  member,
  OTHER_PASSWORD,
  PASSWORD,
  secure,
  signIn,
  signUp,
} from "../member.fixture.ts";
import * as emailLinkPage from "./email-link.page.tsx";
import * as signUpPage from "./sign-up.page.tsx";

useAccounts();

const acceptedBy = async (email: string) =>
  (
    await db()
      .select({ consent: consentTable })
      .from(consentTable)
      .innerJoin(userTable, eq(userTable.id, consentTable.userId))
      .where(eq(userTable.email, email))
      .orderBy(consentTable.purpose)
  ).map(({ consent }) => consent);

describe("in Quebec, in English", () => {
  const inQuebec = () => browser({ province: "QC" });
  const email = "montreal@example.com";
  const join = (visitor: TestBrowser, more: Record<string, string> = {}, path = "/register") =>
    visitor.post(
      signUpPage.action,
      { name: "Amara Okafor", email, password: PASSWORD, ...more },
      path,
    );

  test("the terms stand in French first, and English is chosen expressly", async () => {
    const { body } = await inQuebec().get(signUpPage.loader, "/register?returnTo=/cars");
    expect(body.french).toMatchObject({
      text: expect.stringContaining("En créant un compte, vous acceptez nos conditions"),
      href: "/fr/register?returnTo=/cars",
      links: [{ href: "/fr/terms" }, { href: "/fr/privacy" }],
    });
    const refused = await join(inQuebec());
    expect(refused).toMatchObject({
      status: 422,
      problems: [{ control: "englishChosen", code: "french_first" }],
      typed: { email },
    });
    expect((await join(inQuebec(), { englishChosen: "yes" })).body).toMatchObject({ ok: true });
    // Stored with the account, in its words, beside the terms.
    const stored = await acceptedBy(email);
    expect(stored.map(({ purpose }) => purpose)).toEqual(["contract_language", "site_terms"]);
    expect(stored[0]?.text).toContain("expressly choose to continue in English");
    expect(stored.every(provesWords)).toBe(true);
  });

  test("the choice is stored where the mail opens the account", async () => {
    const visitor = inQuebec();
    const address = "laval@example.com";
    const name = "Amara Okafor";
    await visitor.post(
      signUpPage.action,
      { name, email: address, englishChosen: "yes" },
      "/register",
    );
    const token = tokenIn(await mailTo(address, /15 minutes/), "/login/link");
    await visitor.post((args) => emailLinkPage.action({ ...args, params: { token } }), {
      form: "email-link",
    });
    const stored = await acceptedBy(address);
    expect(stored.map(({ purpose }) => purpose)).toEqual(["contract_language", "site_terms"]);
    const account = stored[0]?.userId ?? "";
    expect(await listAcceptedTerms(account)).toMatchObject([{ purpose: "site_terms" }]);
  });

  test.each([
    ["in French", inQuebec, "/fr/register"],
    ["elsewhere", () => browser({ province: "ON" }), "/register"],
    ["where nobody knows", browser, "/register"],
  ])("%s nothing is asked of it", async (_what, visit, path) => {
    expect((await visit().get(signUpPage.loader, path)).body.french).toBeNull();
    expect((await join(visit(), {}, path)).body).toMatchObject({ ok: true });
  });
});

describe("a new account", () => {
  test("opens by the link in the mail, and only then signs in", async () => {
    const visitor = browser();
    const email = "amara@example.com";
    expect((await signUp(visitor, " Amara@Example.com")).body).toEqual({
      ok: true,
      sentTo: email,
      hasOutbox: false,
    });
    expect((await signIn(visitor, email)).status).toBe(422);
    const token = tokenIn(await mailTo(email, /confirm/), "/register/confirm");
    expect(await confirm(visitor, token)).toMatchObject({ status: 303, location: "/account" });
    expect((await visitor.who())?.user).toMatchObject({
      email,
      name: "Amara Okafor",
      role: "buyer",
    });

    const elsewhere = browser();
    expect((await signIn(elsewhere, email)).status).toBe(303);
    expect((await secure(elsewhere, { form: "end-sessions" })).location).toContain("/login");
    expect([await visitor.who(), await elsewhere.who()]).toEqual([null, null]);
  });

  test("keeps the terms that were accepted with it: words, hash, language, version and time", async () => {
    const email = "terms@example.com";
    await signUp(browser(), email);
    await signUp(browser(), email, PASSWORD, "/fr/register");
    const version = findTermsInForce("site");
    const retained = await acceptedBy(email);
    // Of two tries with an address that nobody had proved to hold, the newest counts.
    expect(retained).toMatchObject([
      {
        purpose: "site_terms",
        text: writeTermsText(version, "fr"),
        textVersion: version.version,
        locale: "fr",
        channel: "web: /register, password",
        submissionId: null,
      },
    ]);
    expect(retained.every(provesWords)).toBe(true);
  });

  test("leads on to what was pressed before, in whichever browser the link is opened", async () => {
    const email = "bidder@example.com";
    const path = `/register?${new URLSearchParams({ returnTo: "/fr/details/8/bid" })}`;
    await signUp(browser(), email, PASSWORD, path);
    const mail = await mailTo(email, /confirm/);
    expect(mail.text).not.toContain("details");
    const { location } = await confirm(browser(), tokenIn(mail, "/register/confirm"));
    expect(location).toBe("/fr/details/8/bid");
  });

  test("needs the password beside the link, and the link opens it once", async () => {
    const stranger = browser();
    const email = "victim@example.com";
    await signUp(stranger, email);
    const token = tokenIn(await mailTo(email, /confirm/), "/register/confirm");
    expect((await confirm(browser(), token, "what-the-victim-guesses")).problems).toHaveLength(1);
    expect((await confirm(browser(), token)).status).toBe(303);
    expect((await confirm(browser(), token)).status).toBe(422);
  });

  test("is written in the language it was asked for in", async () => {
    await signUp(browser(), "camille@example.com", PASSWORD, "/fr/register");
    const mail = await mailTo("camille@example.com", /register\/confirm/);
    expect(mail.text).toContain("/fr/register/confirm/");
    expect(mail.subject).toContain("confirmez votre adresse");
  });

  test.each([
    ["too short", "maple-canoe-99"],
    ["the commonest", "password"],
    ["common and long", "1qaz2wsx3edc4rfv"],
    ["common and padded", "password1234567890"],
    ["one word again and again", "maplemaplemaplemaple"],
    ["a run", "abcdefghijklmnopq"],
    ["one's own address", "somebody-long@example.com"],
    ["a walk over the keyboard", "qwertyuiopasdfgh"],
    ["a word of offices with digits", "administrator12"],
    ["the site's own name", "rouvia-rouvia-26"],
    ["one's own name", "AmaraOkafor12345"],
  ])("takes no password that is %s", async (_what, password) => {
    const response = await signUp(browser(), "somebody-long@example.com", password);
    expect(response.status).toBe(422);
    expect(response.problems.map(({ control }) => control)).toEqual(["password"]);
    expect(response.typed).toEqual({
      name: "Amara Okafor",
      email: "somebody-long@example.com",
      password: "",
    });
  });

  test("says the same for an address that has one; its holder is told by mail", async () => {
    await member("known@example.com");
    const known = await signUp(browser(), "known@example.com", OTHER_PASSWORD);
    const unknown = await signUp(browser(), "unknown@example.com", OTHER_PASSWORD);
    const shape = ({ status, body }: typeof known) => [status, Object.keys(body)];
    expect(shape(known)).toEqual(shape(unknown));
    await mailTo("known@example.com", /already have one/);
    expect((await signIn(browser(), "known@example.com", OTHER_PASSWORD)).status).toBe(422);
    expect((await signIn(browser(), "known@example.com")).status).toBe(303);
  });

  test("is not a way to flood a mailbox", async () => {
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => signUp(browser(), "flooded@example.com")),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(responses.find(({ status }) => status === 429)?.headers.get("retry-after")).toBeTruthy();
  });
});
