import sharp from "sharp";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { userTable } from "#domain/identity/identity.table.ts";
import { findHash } from "#domain/identity/password.fixture.ts";
import { storePassword } from "#domain/identity/password.server.ts";
import { removePhoto } from "#domain/identity/photo.server.ts";
import { endSessions, startSession } from "#domain/identity/session.server.ts";
import { db } from "#platform/database/database.server.ts";
import { crossing } from "#platform/database/lock-wait.fixture.ts";
import { mediaAddress, mediaKey } from "#platform/storage/media-address.ts";
import { storage } from "#platform/storage/storage.server.ts";
import {
  listSent,
  browser,
  useAccounts,
  type TestBrowser,
} from "#pages/account/account.fixture.ts";
import * as signInPage from "#pages/account/sign-in/sign-in.page.tsx";
import type { PageArgs } from "#pages/session/guards.server.ts";
import * as photoPage from "./photo.page.tsx";
import * as profilePage from "./profile.page.tsx";
import * as phonePage from "./phone.page.tsx";

let visitor: TestBrowser;

useAccounts();
beforeAll(async () => {
  const id = "amara";
  await db()
    .insert(userTable)
    .values({ id, name: "Amara", email: "amara@example.com", emailVerified: true });
  visitor = browser();
  await visitor.get(openSession);
});

async function openSession({ request: { headers } }: PageArgs): Promise<Response> {
  const cookies = await startSession("amara", { headers, origin: "http://site.test" });
  return new Response(null, { headers: cookies.map((cookie) => ["set-cookie", cookie]) });
}

const stored = async () =>
  (await db().select().from(userTable).where(eq(userTable.id, "amara")))[0];

test("a stranger is led to sign in, and back, and so is whose session ended; each is told why", async () => {
  const path = "/fr/account?x=1";
  const signIn = (notice: string) => `/login?returnTo=%2Ffr%2Faccount%3Fx%3D1&notice=${notice}`;
  const stranger = await browser().get(profilePage.loader, path);
  expect(stranger.location).toBe(signIn("sign_in_needed"));
  const member = browser();
  await member.get(openSession);
  await endSessions(db(), "amara");
  const ended = await member.get(profilePage.loader, path);
  expect(ended.location).toBe(signIn("session_over"));
  await visitor.get(openSession);
  for (const notice of ["sign_in_needed", "session_over", "not_permitted"]) {
    const { body } = await member.get(signInPage.loader, signIn(notice));
    expect(body["notice"]).toMatchObject({ text: expect.stringMatching(/\w+\./) });
  }
});

test("what is sent once the session is over is refused, and taken once somebody signed in", async () => {
  const sent = { name: "Amara Typed", locale: "en" };
  const [stranger, ended] = [browser(), browser()];
  await ended.get(openSession);
  await endSessions(db(), "amara");
  for (const who of [stranger, ended])
    expect((await who.post(profilePage.action, sent)).status).toBe(401);
  expect((await stored())?.name).toBe("Amara");
  await ended.get(openSession);
  expect((await ended.post(profilePage.action, sent)).status).toBe(303);
  expect((await stored())?.name).toBe("Amara Typed");
  await visitor.get(openSession);
});

test("name and language are saved, and the page goes on in that language", async () => {
  const result = await visitor.post(profilePage.action, { name: "Amara  Okafor", locale: "fr" });
  expect(result.location).toBe("/fr/account?notice=profile_saved");
  expect(await stored()).toMatchObject({ name: "Amara Okafor", locale: "fr" });
  const refused = await visitor.post(profilePage.action, { name: "<b>", locale: "en" });
  expect([refused.status, refused.typed]).toEqual([422, { name: "<b>", locale: "en" }]);
});

test("a phone number is the account's once its code was entered", async () => {
  const phone = "416-555-0141";
  expect((await visitor.post(phonePage.action, { form: "phone", phone: "12" })).status).toBe(422);
  await visitor.post(phonePage.action, { form: "phone", phone });
  expect((await stored())?.phone).toBeNull();
  const sms = (await listSent()).find(({ to }) => to === "+14165550141");
  const code = /\b(\d{6})\b/.exec(sms?.text ?? "")?.[1] ?? "";
  const wrong = code === "111111" ? "222222" : "111111";
  expect(
    (await visitor.post(phonePage.action, { form: "phone-code", phone, code: wrong })).status,
  ).toBe(422);
  const verified = await visitor.post(phonePage.action, { form: "phone-code", phone, code });
  expect(verified.location).toContain("notice=phone_verified");
  expect(await stored()).toMatchObject({
    phone: "+14165550141",
    phoneVerifiedAt: expect.any(Date),
  });
});

test("another number in place of one asks for the password", async () => {
  await storePassword(db(), "amara", await findHash("maple-canoe-thunder-9"), new Date());
  const phone = "416-555-0142";
  const sent = async () => (await listSent()).some(({ to }) => to === "+14165550142");
  const ask = (fields: Record<string, string>) =>
    visitor.post(phonePage.action, { form: "phone", phone, ...fields });
  expect((await ask({})).problems.map(({ control }) => control)).toEqual(["password"]);
  expect((await ask({ password: "a guess" })).status).toBe(422);
  expect((await ask({ form: "phone-code", again: "1" })).status).toBe(422);
  expect(await sent()).toBe(false);
  await ask({ password: "maple-canoe-thunder-9" });
  expect(await sent()).toBe(true);
});

test("a picture replaces the one before, whose file goes", async () => {
  const upload = async (bytes: Buffer) => {
    const fields = new FormData();
    fields.set("photo", new Blob([Uint8Array.from(bytes)]), "me.jpg");
    return visitor.upload(photoPage.action, fields);
  };
  const picture = (background: string) =>
    sharp({ create: { width: 40, height: 30, channels: 3, background } })
      .jpeg()
      .toBuffer();
  expect((await upload(await picture("red"))).location).toContain("notice=photo_saved");
  const first = mediaKey((await stored())?.image ?? "") ?? "";
  expect(await storage().get(first)).not.toBeNull();
  await upload(await picture("blue"));
  expect(await storage().get(first)).toBeNull();
  expect((await upload(Buffer.from("<svg/>"))).status).toBe(422);
  await visitor.post(photoPage.action, { form: "remove-photo" });
  expect((await stored())?.image).toBeNull();
});

test("a picture that is taken away while another is stored takes that one's file along", async () => {
  const key = `people/${crypto.randomUUID()}.webp`;
  await storage().put(key, Buffer.from("a picture"), "image/webp");
  const userId = (await stored())?.id ?? "";
  await crossing(
    (transaction) =>
      transaction
        .update(userTable)
        .set({ image: mediaAddress(key) })
        .where(eq(userTable.id, userId)),
    () => removePhoto(userId),
  );
  expect((await stored())?.image).toBeNull();
  expect(await storage().get(key)).toBeNull();
});
