import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { tieToGoogle } from "#domain/identity/google-account.server.ts";
import {
  oneTimeLinkTable,
  passkeyTable,
  twoFactorTable,
  userTable,
} from "#domain/identity/identity.table.ts";
import { nameForBrowsers, recogniseBrowser } from "#domain/identity/known-browser.server.ts";
import { beginPasskey, MOST_PASSKEYS } from "#domain/identity/passkey.server.ts";
import { findHash } from "#domain/identity/password.fixture.ts";
import { storePassword } from "#domain/identity/password.server.ts";
import { recordReauthentication } from "#domain/identity/reauthentication.server.ts";
import { removeCredentials } from "#domain/identity/remove-credentials.server.ts";
import { notifyUser } from "#domain/identity/second-factor.server.ts";
import { findUser } from "#domain/identity/user.server.ts";
import { listCredentials, credentialReference } from "#domain/identity/credentials.server.ts";
import {
  browser,
  mailTo,
  ORIGIN,
  type TestBrowser,
  tokenIn,
  useAccounts,
} from "#pages/account/account.fixture.ts";
import { PASSWORD, secure, signIn } from "#pages/account/member.fixture.ts";
import * as emailCodePage from "#pages/account/sign-in/email-code.page.tsx";
import * as forgotPasswordPage from "#pages/account/sign-in/forgot-password.page.tsx";
import * as resetPasswordPage from "#pages/account/sign-in/reset-password.page.tsx";
import * as signInPage from "#pages/account/sign-in/sign-in.page.tsx";
import { db } from "#platform/database/database.server.ts";
import { crossing } from "#platform/database/lock-wait.fixture.ts";
import { appCode } from "./app-code.fixture.ts";
import * as confirmNewEmailPage from "./confirm-new-email.page.tsx";
import * as freshFactorPage from "./reauthentication.page.tsx";
import { handleSecondFactor } from "./second-factor.server.ts";
import * as undoPage from "./undo-credential.page.tsx";

useAccounts();

const factor = (visitor: TestBrowser, fields: Record<string, string>) =>
  visitor.post(handleSecondFactor, fields);

/** A confirmed account, signed in just now. */
async function account(email: string) {
  await db().insert(userTable).values({ id: email, name: "Amara", email, emailVerified: true });
  await storePassword(db(), email, await findHash(PASSWORD), new Date());
  const visitor = browser();
  await signIn(visitor, email);
  return visitor;
}

async function mailedCode(email: string) {
  const { text } = await mailTo(email, /Your code is/);
  return /\d{4}\s\d{4}/.exec(text)?.[0] ?? "";
}

/** The same of somebody who has no password: signed in by a code, seconds ago. */
async function accountWithoutPassword(email: string) {
  await db().insert(userTable).values({ id: email, name: "Amara", email, emailVerified: true });
  const visitor = browser();
  await visitor.post(signInPage.action, { email, mail: "1" });
  await visitor.post(emailCodePage.action, { code: await mailedCode(email) });
  expect((await visitor.who())?.user.email).toBe(email);
  return visitor;
}

async function addApp(visitor: TestBrowser) {
  const begun = await factor(visitor, { form: "begin", password: PASSWORD });
  const { uri, codes } = begun.body.setup as { uri: string; codes: string };
  await factor(visitor, { form: "finish", code: appCode(uri), uri, codes });
  return codes.split(" ");
}

async function addPasskey(userId: string, id: string) {
  await db()
    .insert(passkeyTable)
    .values({
      id,
      userId,
      name: "A phone",
      credentialID: `credential-${id}`,
      publicKey: "",
      counter: 0,
      deviceType: "multiDevice",
      backedUp: true,
    });
  await db().update(userTable).set({ twoFactorEnabled: true }).where(eq(userTable.id, userId));
}

const prove = (visitor: TestBrowser, code: string) =>
  visitor.post(freshFactorPage.action, { code, returnTo: "/account/second-factor" });

async function kindsOf(userId: string) {
  return (await listCredentials(userId)).map(({ kind }) => kind);
}

const openUndo = (token: string) =>
  browser().get((args) => undoPage.loader({ ...args, params: { token } }));
const pressUndo = (token: string) =>
  browser().post((args) => undoPage.action({ ...args, params: { token } }), {});

/** Each thing that a thief might add, as it is added; then the words of its notice. */
const ADDITIONS: [
  what: string,
  add: (visitor: TestBrowser, email: string) => Promise<unknown>,
  words: RegExp,
  shown: RegExp,
][] = [
  [
    "an authenticator app",
    (visitor) => addApp(visitor),
    /asked for a second factor/,
    /Authenticator app/,
  ],
  [
    "a passkey",
    async (_visitor, email) => {
      // What an authenticator signs is proved in a real browser (passkey.e2e.ts).
      await addPasskey(email, `thief-${email}`);
      await notifyUser(
        email,
        "account_passkey_added",
        credentialReference("passkey", `thief-${email}`),
      );
    },
    /passkey was added/,
    /Passkey “A phone”, added on /,
  ],
  [
    "recovery codes",
    async (visitor) => {
      const codes = await addApp(visitor);
      await prove(visitor, codes[0] ?? "");
      const renewed = await factor(visitor, { form: "renew-codes", password: PASSWORD });
      expect(renewed.body.renewed).toMatch(/-/);
    },
    /New recovery codes/,
    /Recovery codes/,
  ],
  [
    "a Google account",
    async (visitor, email) => {
      const user = await findUser(email);
      const profile = { subject: email, email, isEmailVerified: true, name: "Thief" };
      const { sessionId } = (await visitor.who()) ?? { sessionId: "" };
      if (user) await tieToGoogle(user, profile, sessionId);
    },
    /Google account was added/,
    /Google, added on /,
  ],
  [
    "another address",
    async (visitor, email) => {
      const typed = { email: `new-${email}`, password: PASSWORD };
      await secure(visitor, { form: "change-email", ...typed });
      const token = tokenIn(await mailTo(typed.email, /account\/email/), "/account/email");
      await visitor.post((args) => confirmNewEmailPage.action({ ...args, params: { token } }), {});
      expect((await findUser(email))?.email).toBe(typed.email);
    },
    /different email address/,
    /Use another-address@example.com/,
  ],
];

describe("the notice of an addition carries a link that undoes it without signing in", () => {
  test.each(ADDITIONS)("%s", async (what, add, words, shown) => {
    const email = `${what.replaceAll(" ", "-").toLowerCase()}@example.com`;
    const visitor = await account(email);
    await add(visitor, email);
    const before = await kindsOf(email);
    const token = tokenIn(await mailTo(email, words), "/account/undo");
    // Mail programs open links too: looking undoes nothing.
    expect((await openUndo(token)).body.what).toMatch(shown);
    expect(await kindsOf(email)).toEqual(before);
    expect(await visitor.who()).not.toBeNull();

    const presses = await Promise.all([pressUndo(token), pressUndo(token)]);
    expect(presses.map(({ status }) => status)).toEqual(expect.arrayContaining([303, 422]));
    expect(await visitor.who()).toBeNull();
    expect((await findUser(email))?.email).toBe(email);
    if (what === "recovery codes") {
      // They stay a row; what was shown opens nothing any more.
      expect(await kindsOf(email)).toEqual(before);
    } else expect(await kindsOf(email)).toEqual([]);
    expect((await openUndo(token)).body.what).toBeNull();
    expect((await findUser(email))?.twoFactorEnabled).toBe(what === "recovery codes");
  });

  test("for seven days", async () => {
    const email = "seven@example.com";
    await addApp(await account(email));
    const token = tokenIn(await mailTo(email, /asked for a second factor/), "/account/undo");
    const isUndo = and(
      eq(oneTimeLinkTable.userId, email),
      eq(oneTimeLinkTable.purpose, "undo_way_in"),
    );
    const [link] = await db().select().from(oneTimeLinkTable).where(isUndo);
    const days = ((link?.expiresAt.getTime() ?? 0) - Date.now()) / (24 * 60 * 60_000);
    expect(days).toBeGreaterThan(6.99);
    expect(days).toBeLessThanOrEqual(7);
    await db()
      .update(oneTimeLinkTable)
      .set({ expiresAt: new Date(0) })
      .where(isUndo);
    expect((await pressUndo(token)).status).toBe(422);
    expect(await kindsOf(email)).toContain("app");
  });

  test("of each addition its own: two passkeys have two links", async () => {
    const email = "two-passkeys@example.com";
    await account(email);
    const tokens: string[] = [];
    for (const id of ["first", "second"]) {
      await addPasskey(email, id);
      await notifyUser(email, "account_passkey_added", credentialReference("passkey", id));
      tokens.push(tokenIn(await mailTo(email, /passkey was added/), "/account/undo"));
    }
    expect((await pressUndo(tokens[0] ?? "")).status).toBe(303);
    const left = await listCredentials(email);
    expect(left.map(({ rowId }) => rowId)).toEqual(["second"]);
    expect((await pressUndo(tokens[1] ?? "")).status).toBe(303);
    expect(await kindsOf(email)).toEqual([]);
  });
});

describe("adding or removing a way in asks anew for one that there is", () => {
  test.each([
    "begin-passkey",
    "begin",
    "end",
    "renew-codes",
    "remove-passkey-one",
    "finish-passkey",
  ])(
    "%s: neither a fresh session nor the password is enough beside a second factor",
    async (form) => {
      const email = `${form}@example.com`;
      const visitor = await account(email);
      const codes = await addApp(visitor);
      await addPasskey(email, `one-${form}`);
      const before = await kindsOf(email);
      const fields = { form: form.replace("one", `one-${form}`), password: PASSWORD, name: "x" };
      const refused = await factor(visitor, fields);
      expect(refused.location).toMatch(/^\/account\/confirm/);
      expect(await kindsOf(email)).toEqual(before);
      expect((await prove(visitor, "000000")).status).toBe(422);
      expect((await factor(visitor, fields)).location).toMatch(/^\/account\/confirm/);
      expect((await prove(visitor, codes[0] ?? "")).status).toBe(303);
      expect((await factor(visitor, fields)).location ?? "").not.toContain("/account/confirm");
    },
  );

  test("a proof is good for one change", async () => {
    const email = "one-change@example.com";
    const visitor = await account(email);
    const codes = await addApp(visitor);
    const renew = () => factor(visitor, { form: "renew-codes", password: PASSWORD });
    await prove(visitor, codes[0] ?? "");
    const responses = await Promise.all([renew(), renew()]);
    expect(responses.filter(({ body }) => "renewed" in body)).toHaveLength(1);
    expect((await renew()).location).toMatch(/^\/account\/confirm/);
  });

  test("an account has ten passkeys at most", async () => {
    const email = "ten-passkeys@example.com";
    await account(email);
    for (let at = 0; at < MOST_PASSKEYS; at++) await addPasskey(email, `ten-passkeys-${at}`);
    const request = { headers: new Headers(), origin: ORIGIN };
    expect(await beginPasskey(request, { id: email, email }, PASSWORD)).toEqual({
      ok: false,
      code: "too_many_passkeys",
    });
  });

  test("the last two factors, taken away in two windows at once, leave none that is asked for", async () => {
    const email = "two-windows@example.com";
    await addApp(await account(email));
    await addPasskey(email, "two-windows");
    const [passkey, app] = (await listCredentials(email)).map(({ reference }) => reference);
    await crossing(
      (transaction) => removeCredentials(transaction, email, [passkey ?? ""]),
      () => db().transaction((transaction) => removeCredentials(transaction, email, [app ?? ""])),
    );
    expect((await findUser(email))?.twoFactorEnabled).toBe(false);
  });

  test("what was refused uses no proof up", async () => {
    const email = "refused@example.com";
    const visitor = await account(email);
    const codes = await addApp(visitor);
    await prove(visitor, codes[0] ?? "");
    const renew = (password: string) => factor(visitor, { form: "renew-codes", password });
    expect((await renew("not-the-password-1")).status).toBe(422);
    expect((await renew(PASSWORD)).body.renewed).toMatch(/-/);
  });

  test("without password and factor it is a code to the mailbox, however fresh the session", async () => {
    const email = "mail-only@example.com";
    const visitor = await accountWithoutPassword(email);
    const begin = () => factor(visitor, { form: "begin-passkey" });
    expect((await begin()).location).toMatch(/^\/account\/confirm/);
    const page = await visitor.get(freshFactorPage.loader, "/account/confirm");
    expect(page.body).toMatchObject({ proof: "mail", isMailed: false });
    await visitor.post(freshFactorPage.action, { form: "confirm-mail", returnTo: "/cars" });
    const code = await mailedCode(email);
    expect((await prove(visitor, "00000000")).status).toBe(422);
    expect((await begin()).location).toMatch(/^\/account\/confirm/);
    const thief = await accountWithoutPassword("thief-of-mail@example.com");
    expect((await prove(thief, code)).location).not.toBe("/account/second-factor");
    expect((await prove(visitor, code)).location).toBe("/account/second-factor");
    expect((await begin()).body.passkey).toBeDefined();
  });

  test("a password is asked for where it is all there is", async () => {
    const visitor = await account("password-only@example.com");
    const begin = (password: string) => factor(visitor, { form: "begin-passkey", password });
    expect((await begin("not-the-password-1")).status).toBe(422);
    expect((await begin(PASSWORD)).body.passkey).toBeDefined();
  });
});

describe("after a change the other sessions end", () => {
  test.each<[string, (visitor: TestBrowser, email: string) => Promise<unknown>]>([
    ["an app", (visitor) => addApp(visitor)],
    [
      "new codes",
      async (visitor) => {
        await addPasskey((await visitor.who())?.user.id ?? "", "for-codes");
        await db()
          .insert(twoFactorTable)
          .values({
            id: "codes",
            userId: (await visitor.who())?.user.id ?? "",
            secret: "s",
            backupCodes: "c",
          });
        await recordReauthentication((await visitor.who())?.sessionId ?? "");
        await factor(visitor, { form: "renew-codes", password: PASSWORD });
      },
    ],
    [
      "a removed passkey",
      async (visitor, email) => {
        for (const id of ["left", "gone"]) await addPasskey(email, id);
        await recordReauthentication((await visitor.who())?.sessionId ?? "");
        await factor(visitor, { form: "remove-passkey-gone", password: PASSWORD });
        expect(await kindsOf(email)).toEqual(["passkey"]);
      },
    ],
    [
      "a Google account",
      async (visitor, email) => {
        const user = await findUser(email);
        const profile = { subject: email, email, isEmailVerified: true, name: "A" };
        if (user) await tieToGoogle(user, profile, (await visitor.who())?.sessionId ?? "");
      },
    ],
  ])("%s", async (what, change) => {
    const email = `ends-${what.replaceAll(/\W/g, "-").toLowerCase()}@example.com`;
    const here = await account(email);
    const there = browser();
    await signIn(there, email);
    await change(here, email);
    expect([(await here.who()) === null, (await there.who()) === null]).toEqual([false, true]);
  });
});

describe("a new password by mail", () => {
  test("lists every way in, and takes away what is ticked", async () => {
    const email = "reset@example.com";
    const visitor = await account(email);
    await addApp(visitor);
    await addPasskey(email, "thief");
    const user = await findUser(email);
    const profile = {
      subject: "thief",
      email: "thief@example.com",
      isEmailVerified: true,
      name: "",
    };
    if (user) await tieToGoogle(user, profile, (await visitor.who())?.sessionId ?? "");
    const known = { headers: new Headers({ cookie: visitor.cookieHeader() }), origin: ORIGIN };
    expect(recogniseBrowser(known, nameForBrowsers({ id: email, browserRound: 0 }))).not.toBeNull();

    await browser().post(forgotPasswordPage.action, { email });
    const params = { token: tokenIn(await mailTo(email, /login\/reset/), "/login/reset") };
    const page = await browser().get((args) => resetPasswordPage.loader({ ...args, params }));
    const { waysIn: credentials, sessions } = page.body as {
      waysIn: { reference: string; text: string }[];
      sessions: { browser: string }[];
    };
    expect(credentials.map(({ text }) => text.replace(/ on .*/, ""))).toEqual([
      "Passkey “A phone”, added",
      "Authenticator app",
      "Recovery codes",
      "Google, added",
      "Trust in browsers that signed in before",
    ]);
    expect(sessions.map((each) => each.browser)).toEqual(["Firefox · Windows"]);
    const post = (password: string, remove: readonly string[]) =>
      browser().post((args) => {
        const body = new URLSearchParams({ "new-password": password });
        for (const each of remove) body.append("remove", each);
        const { headers } = args.request;
        const request = new Request(args.request.url, { method: "POST", headers, body });
        return resetPasswordPage.action({ ...args, request, params });
      }, {});
    // A short password will do beside a factor only, and all of them go.
    const all = credentials.map(({ reference }) => reference);
    const refused = await post("kayak-97", all);
    expect([refused.status, refused.body.removes]).toEqual([422, all]);
    expect(await kindsOf(email)).toHaveLength(4);
    expect((await post("river-lantern-copper-4", all)).status).toBe(303);
    expect(await kindsOf(email)).toEqual([]);
    expect(await visitor.who()).toBeNull();
    const after = await findUser(email);
    expect(after?.twoFactorEnabled).toBe(false);
    expect(after && recogniseBrowser(known, nameForBrowsers(after))).toBeNull();
    expect((await signIn(browser(), email, "river-lantern-copper-4")).location).toBe("/");
  });

  test("leaves what is unticked, and nobody else's is touched", async () => {
    const email = "keeps@example.com";
    const visitor = await account(email);
    const known = { headers: new Headers({ cookie: visitor.cookieHeader() }), origin: ORIGIN };
    for (const id of ["mine", "theirs-of-this"]) await addPasskey(email, id);
    await account("neighbour@example.com");
    await addPasskey("neighbour@example.com", "neighbour");
    await browser().post(forgotPasswordPage.action, { email });
    const params = { token: tokenIn(await mailTo(email, /login\/reset/), "/login/reset") };
    const result = await browser().post((args) => resetPasswordPage.action({ ...args, params }), {
      "new-password": "kayak-97-short",
      remove: credentialReference("passkey", "theirs-of-this"),
    });
    expect(result.status).toBe(303);
    expect((await listCredentials(email)).map(({ rowId }) => rowId)).toEqual(["mine"]);
    expect(await kindsOf("neighbour@example.com")).toEqual(["passkey"]);
    // The browser is known as before, which opens nothing: its session ended.
    const after = await findUser(email);
    expect(after && recogniseBrowser(known, nameForBrowsers(after))).not.toBeNull();
    expect(await visitor.who()).toBeNull();
  });
});
