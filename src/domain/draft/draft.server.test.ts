import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { defineForm } from "#forms/define-form.ts";
import { useMessages } from "#domain/notification/notification.fixture.ts";
import { db } from "#platform/database/database.server.ts";
import { changeDraft, findDraft } from "./draft.server.ts";

const form = defineForm({
  name: "draft-test",
  version: 1,
  basePath: "/draft-test",
  messagePrefix: "call_back_form",
  steps: [{ slug: "one", questions: [{ kind: "person-name", name: "name" }] }],
});

useMessages();

test("a draft opens for its own visitor only, also where somebody changes the row", async () => {
  await changeDraft("visitor one", form, (_draft, keep) =>
    keep({ answers: { name: "Noah" }, consents: [] }),
  );
  expect((await findDraft("visitor one", form))?.answers).toEqual({ name: "Noah" });
  expect(await findDraft("visitor two", form)).toBeNull();
  await db().execute(
    sql`update draft set visitor_hash = 'visitor two' where visitor_hash = 'visitor one'`,
  );
  expect(await findDraft("visitor two", form)).toBeNull();
});
