import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { emailSignInTable, userTable } from "#domain/identity/identity.table.ts";
import { findHash } from "#domain/identity/password.fixture.ts";
import { hasPassword, storePassword } from "#domain/identity/password.server.ts";
import { listAcceptedTerms } from "#domain/terms/accept-terms.server.ts";
import { listStatements } from "#platform/database/count-queries.fixture.ts";
import { db } from "#platform/database/database.server.ts";
import {
  listSent,
  browser,
  mailTo,
  type TestBrowser,
  tokenIn,
  useAccounts,
} from "#pages/account/account.fixture.ts";
import * as emailCodePage from "./email-code.page.tsx";
import * as emailLinkPage from "./email-link.page.tsx";
import * as nameAccountPage from "./name-account.page.tsx";
import * as signInPage from "./sign-in.page.tsx";
import * as signUpPage from "./sign-up.page.tsx";

useAccounts();
const PASSWORD = "maple-canoe-thunder-9";

async function storeAccount(email: string, columns: Partial<typeof userTable.$inferInsert> = {}) {
  await db()
    .insert(userTable)
    .values({ id: email, name: "Amara", email, emailVerified: true, ...columns });
}

const ask = (visitor: TestBrowser, email: string, path = "/login") =>
  visitor.post(signInPage.action, { email, password: "", mail: "1", returnTo: "/cars" }, path);
const enter = (visitor: TestBrowser, code: string) => visitor.post(emailCodePage.action, { code });
const giveName = (visitor: TestBrowser, name: string) =>
  visitor.post(nameAccountPage.action, { name });
const press = (visitor: TestBrowser, token: string) =>
  visitor.post((args) => emailLinkPage.action({ ...args, params: { token } }), {
    form: "email-link",
  });

const CODE_PAGE = "/login/code?returnTo=%2Fcars";
const NAME_PAGE = "/register/name?returnTo=%2Fcars";

const findMail = (email: string) => mailTo(email, /15 minutes/);
const codeIn = ({ text }: { text: string }) =>
  (/\b(\d{4})\s(\d{4})\b/.exec(text) ?? []).slice(1).join("");

describe("a code by e-mail", () => {
  test("signs in once, in the browser that asked, and leads to where one was", async () => {
    const email = "by-code@example.com";
    await storeAccount(email);
    const here = browser();
    expect((await ask(here, " By-Code@Example.com")).location).toBe(CODE_PAGE);
    const code = codeIn(await findMail(email));
    expect((await enter(browser(), code)).location).toContain("notice=code_over");
    expect((await enter(here, "00000000")).problems.map(({ control }) => control)).toEqual([
      "code",
    ]);
    const spaced = `${code.slice(0, 4)} ${code.slice(4)}`;
    expect(await enter(here, spaced)).toMatchObject({ status: 303, location: "/cars" });
    expect((await here.who())?.user.email).toBe(email);
    expect((await enter(here, code)).location).toContain("notice=code_over");
  });

  test("is judged five times at most, however many come at once", async () => {
    const email = "guessed-code@example.com";
    await storeAccount(email);
    const visitor = browser();
    await ask(visitor, email);
    const code = codeIn(await findMail(email));
    const guesses = await Promise.all(
      Array.from({ length: 40 }, (_, index) => enter(visitor, String(10_000_000 + index))),
    );
    expect(guesses.filter(({ status }) => status === 422)).toHaveLength(5);
    expect((await enter(visitor, code)).location).toContain("notice=code_over");
    expect(await visitor.who()).toBeNull();
  });

  test("is one and the same for all browsers that ask in the same moment", async () => {
    const email = "asked-at-once@example.com";
    await storeAccount(email);
    const visitors = Array.from({ length: 6 }, () => browser());
    await Promise.all(visitors.map((visitor) => ask(visitor, email)));
    const requested = await db()
      .select({ secretId: emailSignInTable.secretId })
      .from(emailSignInTable)
      .where(eq(emailSignInTable.email, email));
    expect(requested).toHaveLength(6);
    expect(new Set(requested.map(({ secretId }) => secretId)).size).toBe(1);
  });

  test("runs out after fifteen minutes", async () => {
    const email = "late-code@example.com";
    await storeAccount(email);
    const visitor = browser();
    await ask(visitor, email);
    const code = codeIn(await findMail(email));
    await db()
      .update(emailSignInTable)
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where(eq(emailSignInTable.email, email));
    expect((await enter(visitor, code)).location).toContain("notice=code_over");
  });

  test("says the same for an address without an account, which gets one that opens it", async () => {
    const [email, none] = ["has-one@example.com", "has-none@example.com"];
    await storeAccount(email);
    const [known, unknown] = [browser(), browser()];
    const responses = [await ask(known, email), await ask(unknown, none)];
    expect(responses.map(({ status, location }) => [status, location])).toEqual([
      [303, CODE_PAGE],
      [303, CODE_PAGE],
    ]);
    const pages = await Promise.all(
      [known, unknown].map((visitor) => visitor.get(emailCodePage.loader, CODE_PAGE)),
    );
    expect(pages[0]?.body["view"]).toEqual(pages[1]?.body["view"]);
    expect((await findMail(email)).text).not.toMatch(/no account yet/);
    expect((await findMail(none)).text).toMatch(/no account yet: this code opens one/);
  });

  test("costs the database the same for an address without an account", async () => {
    const [email, none] = ["asks-known@example.com", "asks-unknown@example.com"];
    await storeAccount(email);
    const statements: string[][] = [];
    for (const address of [email, none]) {
      const visitor = browser();
      statements.push(await listStatements(() => ask(visitor, address)));
    }
    expect(statements[0]).not.toEqual([]);
    expect(statements[1]).toEqual(statements[0]);
  });

  test("leads to the second factor where there is one", async () => {
    const email = "two-steps@example.com";
    await storeAccount(email, { twoFactorEnabled: true });
    const visitor = browser();
    await ask(visitor, email);
    const response = await enter(visitor, codeIn(await findMail(email)));
    expect(response.location).toBe("/login/second-step?returnTo=%2Fcars");
    expect(await visitor.who()).toBeNull();
    expect(visitor.cookieHeader()).toContain("second-step=");
  });

  test("takes a password away that somebody else may have planted", async () => {
    const email = "planted-here@example.com";
    await storeAccount(email, { emailVerified: false });
    await storePassword(db(), email, await findHash(PASSWORD), new Date());
    const visitor = browser();
    await ask(visitor, email);
    expect((await enter(visitor, codeIn(await findMail(email)))).location).toBe(NAME_PAGE);
    expect(await hasPassword(email)).toBe(true);
    await giveName(visitor, "Camille Roy");
    expect((await visitor.who())?.user).toMatchObject({ email, name: "Camille Roy" });
    expect(await hasPassword(email)).toBe(false);
  });

  test("comes once more to whoever asks again, and is the same", async () => {
    const email = "asks-again@example.com";
    await storeAccount(email);
    const visitor = browser();
    for (let requested = 0; requested < 8; requested += 1) {
      expect(await ask(visitor, email)).toMatchObject({ status: 303, location: CODE_PAGE });
    }
    const mails = (await listSent()).filter(({ to }) => to === email);
    expect(mails).toHaveLength(6);
    expect(new Set(mails.map(codeIn)).size).toBe(1);
    expect((await enter(visitor, codeIn(mails[0]!))).location).toBe("/cars");
  });

  test("comes to its owner whatever strangers ask for, and their mailbox is not flooded", async () => {
    const email = "flooded-by-code@example.com";
    await storeAccount(email);
    for (let index = 0; index < 150; index += 1) {
      const stranger = browser({ ipAddress: `10.30.${index % 30}.1` });
      expect((await ask(stranger, email)).status).toBe(303);
    }
    const flood = (await listSent()).filter(({ to }) => to === email).length;
    expect(flood).toBeLessThanOrEqual(41);
    const here = browser({ ipAddress: "198.51.100.7" });
    expect((await ask(here, email)).location).toBe(CODE_PAGE);
    expect((await enter(here, codeIn(await findMail(email)))).location).toBe("/cars");
    expect((await here.who())?.user.email).toBe(email);
  });

  test("is mailed once, and five times more an hour, to a browser that the account knows", async () => {
    const email = "asks-and-asks@example.com";
    await storeAccount(email);
    const here = browser();
    await ask(here, email);
    await enter(here, codeIn(await findMail(email)));
    const count = async () => (await listSent()).filter(({ to }) => to === email).length;
    const before = await count();
    for (let times = 0; times < 8; times++) await ask(here, email);
    expect((await count()) - before).toBe(6);
  });

  test("works in the owner's browser where its own mail was one too many", async () => {
    const email = "one-too-many@example.com";
    await storeAccount(email);
    for (let index = 0; index < 60; index += 1) {
      await ask(browser({ ipAddress: `10.31.${index}.1` }), email);
    }
    const before = (await listSent()).filter(({ to }) => to === email);
    const here = browser({ ipAddress: "198.51.100.7" });
    await ask(here, email);
    expect((await listSent()).filter(({ to }) => to === email)).toHaveLength(before.length);
    const token = tokenIn(before[0]!, "/login/link");
    expect((await press(here, token)).status).toBe(303);
    expect((await here.who())?.user.email).toBe(email);
  });

  test("once used is used up in every browser that asked for the address", async () => {
    const email = "used-up@example.com";
    await storeAccount(email);
    const [here, there] = [browser(), browser()];
    await ask(here, email);
    await ask(there, email);
    const code = codeIn(await findMail(email));
    expect((await enter(here, code)).location).toBe("/cars");
    expect((await enter(there, code)).location).toContain("notice=code_over");
  });

  test("is guessed a hundred times an hour at most; the mail's link and a known browser's code go on", async () => {
    const email = "guessed-by-many@example.com";
    await storeAccount(email);
    const known = browser({ ipAddress: "198.51.100.8" });
    await ask(known, email);
    await enter(known, codeIn(await findMail(email)));
    const judged = [];
    for (let index = 0; index < 130; index += 1) {
      const stranger = browser({ ipAddress: `10.32.${index}.1` });
      await ask(stranger, email);
      judged.push((await enter(stranger, "00000000")).status);
    }
    expect(judged.filter((status) => status === 422)).toHaveLength(100);
    const unknown = browser({ ipAddress: "198.51.100.9" });
    await ask(unknown, email);
    const mail = await findMail(email);
    const refused = await enter(unknown, codeIn(mail));
    expect([refused.status, refused.problems[0]?.text]).toEqual([
      429,
      expect.stringMatching(/open the link.*passkey/),
    ]);
    await ask(known, email);
    expect((await enter(known, codeIn(mail))).location).toBe("/cars");
    await ask(unknown, email);
    expect((await press(unknown, tokenIn(await findMail(email), "/login/link"))).status).toBe(303);
  });
});

test("a link by e-mail signs in once, in the browser that asked", async () => {
  const email = "by-link@example.com";
  await storeAccount(email);
  const here = browser();
  await ask(here, email);
  const token = tokenIn(await findMail(email), "/login/link");
  expect((await press(browser(), token)).status).toBe(422);
  // It leads on too, though it says nothing of where: anybody may have typed that.
  expect((await findMail(email)).text).not.toContain("/cars");
  expect(await press(here, token)).toMatchObject({ status: 303, location: "/cars" });
  expect((await here.who())?.user.email).toBe(email);
  expect((await press(here, token)).status).toBe(422);
});

describe("a code at an address without an account", () => {
  const findAccount = (email: string) =>
    db().select().from(userTable).where(eq(userTable.email, email));

  async function prove(email: string) {
    const visitor = browser();
    await ask(visitor, email);
    const requested = visitor.cookieHeader();
    const response = await enter(visitor, codeIn(await findMail(email)));
    expect(response).toMatchObject({ status: 303, location: NAME_PAGE });
    return { visitor, asked: requested };
  }

  test("opens it once it has a name, and leads to where one was", async () => {
    const email = "joins@example.com";
    const { visitor, asked } = await prove(email);
    expect((await visitor.get(nameAccountPage.loader, NAME_PAGE)).body["email"]).toBe(email);
    expect((await giveName(visitor, " ")).problems.map(({ control }) => control)).toEqual(["name"]);
    expect(await findAccount(email)).toEqual([]);
    // Another cookie than the one that asked, which somebody may have planted.
    expect(visitor.cookieHeader()).not.toBe(asked);
    const responses = await Promise.all([
      giveName(visitor, "Amara Okafor"),
      giveName(visitor, "Amara Okafor"),
    ]);
    expect(responses.filter(({ location }) => location === "/cars")).toHaveLength(1);
    expect((await visitor.who())?.user).toMatchObject({ email, name: "Amara Okafor" });
    const [opened] = await findAccount(email);
    expect(opened).toMatchObject({ emailVerified: true, role: "buyer" });
    expect(await listAcceptedTerms(opened?.id ?? "")).toMatchObject([{ purpose: "site_terms" }]);
  });

  test("opens it by the mail's link as well", async () => {
    const email = "joins-by-link@example.com";
    const visitor = browser();
    await ask(visitor, email);
    const token = tokenIn(await findMail(email), "/login/link");
    expect((await press(visitor, token)).location).toBe(NAME_PAGE);
    expect((await giveName(visitor, "Amara Okafor")).location).toBe("/cars");
  });

  test("is asked for anew by who gives no name in time, and by who asks meanwhile", async () => {
    const email = "nameless@example.com";
    const { visitor } = await prove(email);
    const other = browser();
    await ask(other, email);
    expect((await enter(other, codeIn(await findMail(email)))).location).toBe(NAME_PAGE);
    await db()
      .update(emailSignInTable)
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where(eq(emailSignInTable.email, email));
    expect((await giveName(visitor, "Amara Okafor")).location).toContain("notice=code_over");
    expect((await visitor.get(nameAccountPage.loader, NAME_PAGE)).location).toBe(
      "/login?returnTo=%2Fcars&notice=code_over",
    );
    expect(await findAccount(email)).toEqual([]);
  });

  test("is mailed no more often than to a member, and strangers shut nobody out", async () => {
    const email = "flooded-nobody@example.com";
    for (let index = 0; index < 60; index += 1) {
      await ask(browser({ ipAddress: `10.33.${index % 30}.1` }), email);
    }
    expect((await listSent()).filter(({ to }) => to === email).length).toBeLessThanOrEqual(41);
    const here = browser({ ipAddress: "198.51.100.7" });
    await ask(here, email);
    expect((await enter(here, codeIn(await findMail(email)))).location).toBe(NAME_PAGE);
  });
});

describe("an account without a password", () => {
  const signUp = (visitor: TestBrowser, email: string, name = "Amara Okafor") =>
    visitor.post(signUpPage.action, { name, email, password: "" }, "/register");

  test("opens by the code, and not before", async () => {
    const email = "no-password@example.com";
    const visitor = browser();
    expect((await signUp(visitor, email)).location).toBe("/login/code");
    const mail = await findMail(email);
    expect(mail.text).not.toContain("Amara");
    expect(await db().select().from(userTable).where(eq(userTable.email, email))).toEqual([]);
    await enter(visitor, codeIn(mail));
    expect((await visitor.who())?.user).toMatchObject({ email, name: "Amara Okafor" });
  });

  test("is not opened twice: a known address signs in, and keeps its name", async () => {
    const email = "known-name@example.com";
    await storeAccount(email);
    const visitor = browser();
    await signUp(visitor, email, "Somebody Else");
    await enter(visitor, codeIn(await findMail(email)));
    expect((await visitor.who())?.user.name).toBe("Amara");
  });
});

test("a password that was typed signs in, whichever button was pressed", async () => {
  const email = "typed@example.com";
  await storeAccount(email);
  await storePassword(db(), email, await findHash(PASSWORD), new Date());
  const visitor = browser();
  const response = await visitor.post(signInPage.action, { email, password: PASSWORD, mail: "1" });
  expect(response.status).toBe(303);
  expect((await visitor.who())?.user.email).toBe(email);
});
