import { afterAll, beforeAll, expect, test } from "vitest";
import { storePerson } from "#domain/listing/listing.fixture.ts";
import { findSupposedSettings, supposeSettings } from "#domain/setting/supposed-settings.server.ts";
import { settingDraftTable } from "#domain/setting/setting-draft.table.ts";
import { draftSettings } from "#domain/setting/setting-drafts.server.ts";
import { readShownSettings } from "#domain/setting/settings.server.ts";
import { readSiteFacts } from "#domain/setting/site-facts.server.ts";
import { db } from "#platform/database/database.server.ts";
import { readVisitor, type SignedInUser } from "#platform/request/visitor.server.ts";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import { useSite } from "#server/site.fixture.ts";
import { site } from "#site/site.ts";
import { addPreviewBar } from "./preview-bar.server.tsx";
import { previewCookie, PREVIEW_ENDS, readPreview } from "./preview-cookie.server.ts";

useSite();

let admin: SignedInUser;
beforeAll(async () => {
  admin = await storePerson("Ada Admin", { role: "admin" });
  await draftSettings(admin, { siteName: "Autos Nord", passingOn: "after_staff" });
});
afterAll(async () => {
  await db().delete(settingDraftTable);
});

type Asked = { user?: SignedInUser; sessionId?: string; path?: string; method?: string };

const visitorOf = ({ user = admin, sessionId = "session-1" }: Asked) => ({
  ...readVisitor({ context: makeContext({ user }) }),
  sessionId,
});

function ask(asked: Asked = {}, cookie = previewCookie(visitorOf({}))) {
  const { path = "/", method = "GET" } = asked;
  const headers = { cookie: cookie.split(";")[0] ?? "" };
  return readPreview(new Request(`http://site.test${path}`, { method, headers }), visitorOf(asked));
}

test.each(["/", "/fr/contact", "/contact.data", "/staffing"])(
  "%s is shown with what is drafted",
  async (path) => {
    const drafted = await ask({ path });
    expect(drafted?.siteName).toBe("Autos Nord");
    expect(drafted?.passingOn).toBe("after_staff");
  },
);

test.each<[string, () => Promise<Asked> | Asked]>([
  ["another session", () => ({ sessionId: "session-2" })],
  ["the back office", () => ({ path: "/staff/settings" })],
  ["its data, in French", () => ({ path: "/fr/staff.data" })],
  ["a post", () => ({ method: "POST" })],
  ["a specialist", async () => ({ user: await storePerson("Sam Staff", { role: "staff" }) })],
  ["an old session", () => ({ user: { ...admin, lacksFreshFactor: true } })],
])("%s is not", async (_, asked) => {
  expect(await ask(await asked())).toBeNull();
});

test("neither is a browser without the cookie, or after it left", async () => {
  expect(await ask({}, "")).toBeNull();
  const ended = previewCookie(visitorOf({}), PREVIEW_ENDS);
  expect(ended).toContain("Max-Age=0");
  expect(await ask({}, ended)).toBeNull();
});

test("only the page that is previewed has the drafted facts, also while others are made", async () => {
  await readSiteFacts();
  const drafted = await ask();
  const shown = async () => {
    const { name } = site;
    await readSiteFacts();
    const { passingOn } = await readShownSettings();
    return [name, site.name, passingOn, findSupposedSettings() !== null];
  };
  const [seen, others] = await Promise.all([supposeSettings(drafted!, shown), shown()]);
  expect(seen).toEqual(["Autos Nord", "Autos Nord", "after_staff", true]);
  expect(others).toEqual(["Rouvia", "Rouvia", "at_once", false]);
});

test("the bar is the first thing of the page, in its language", () => {
  const page = addPreviewBar(Buffer.from('<html><body data-site="a&gt;b"><p>x</p></body>'), "fr");
  expect(page.toString()).toMatch(/^<html><body data-site="a&gt;b"><aside [^>]*Aperçu/u);
  expect(page.toString()).toContain('action="/fr/staff/settings"');
  const other = Buffer.from("plain");
  expect(addPreviewBar(other, "en")).toBe(other);
});
