import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { changeDraft, findDraft } from "#domain/draft/draft.server.ts";
import { NAME_ONLY } from "./lead.fixture.ts";
import { submissionTable } from "./submission.table.ts";
import { defineForm } from "#forms/define-form.ts";
import { rawFields } from "#forms/questions/raw-fields.ts";
import { db } from "#platform/database/database.server.ts";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { type Decision, formHandler } from "./form-handler.ts";
import { receivePost } from "./receive-post.server.ts";
import { useSite } from "#server/site.fixture.ts";
import { DEFAULT_FACTS } from "#site/site-facts.ts";
import { provideFacts } from "#site/site.ts";

const form = defineForm({
  name: "test-form",
  version: 1,
  basePath: "/test",
  messagePrefix: "test",
  steps: [
    {
      slug: "all",
      questions: [
        { kind: "text", name: "companyName" },
        { kind: "text", name: "jobTitle", optional: true },
      ],
    },
  ],
});

const facts = { kind: "call_back", ...NAME_ONLY } as const;

/** Called between reading a post and storing it, and while it is stored. */
let meanwhile: () => Promise<void>;
let whenStored: Extract<Decision, { ok: true }>["whenStored"];

const handler = formHandler(form, {
  offeredAs: "call_back",
  postName: "test",
  sentPath: (reference) => `/test/sent/${reference}`,
  async decide() {
    await meanwhile();
    return { ok: true, facts, consents: [], whenStored };
  },
});

useSite();
const nothing = async () => {};

/** A visitor whose draft contains this company. */
async function visitorWith(companyName: string) {
  meanwhile = nothing;
  whenStored = undefined;
  const visitor = readVisitor({ context: makeContext({ visitorHash: randomUUID() }) });
  const edit = async (to: string) =>
    changeDraft(visitor.visitorHash, form, (_draft, keep) =>
      keep({ answers: { companyName: to }, consents: [] }),
    );
  const { id } = await edit(companyName);
  const postFields = (fields: Readonly<Record<string, string>>) =>
    receivePost(handler, rawFields(fields), visitor);
  const post = (company: string) => postFields({ submissionId: id, companyName: company });
  return { id, edit, post, postFields, draft: () => findDraft(visitor.visitorHash, form) };
}

async function storedUnder(id: string) {
  const [row] = await db().select().from(submissionTable).where(eq(submissionTable.id, id));
  return row ?? null;
}

test("what was sent is a submission, and its draft says so and holds no answers", async () => {
  const { id, post, draft } = await visitorWith("Prairie Steel");
  const result = await post("Prairie Steel");
  const submission = await storedUnder(id);
  expect(result).toEqual({ ok: true, reference: submission?.reference });
  expect(await draft()).toMatchObject({ sentReference: submission?.reference, answers: {} });
});

test("a post of our page is completed by its draft; any other one stands by itself", async () => {
  const { id, post, postFields } = await visitorWith("Prairie Steel");
  for (const submissionId of ["", randomUUID()]) {
    expect(await postFields({ submissionId, jobTitle: "Welder" })).toMatchObject({
      ok: false,
      fieldErrors: [{ question: "companyName", code: "missing" }],
    });
  }
  const stranger = readVisitor({ context: makeContext({ visitorHash: randomUUID() }) });
  const stolen = rawFields({ submissionId: id, jobTitle: "Welder" });
  expect(await receivePost(handler, stolen, stranger)).toMatchObject({ ok: false, answers: {} });
  expect(await postFields({ submissionId: id, jobTitle: "Welder" })).toMatchObject({ ok: true });
  expect((await storedUnder(id))?.answers).toEqual({
    companyName: "Prairie Steel",
    jobTitle: "Welder",
  });
  expect(await post("Prairie Steel")).toMatchObject({ ok: true });
});

test("a page still open on a draft that another page has sent is answered with its reference", async () => {
  const { id, postFields, draft } = await visitorWith("Prairie Steel");
  // The other page is older than the draft and so contains no draft id.
  const sent = await postFields({ submissionId: "", companyName: "Prairie Steel" });
  expect(sent).toMatchObject({ ok: true });
  expect(await postFields({ submissionId: id, jobTitle: "Welder" })).toEqual(sent);
  expect(await storedUnder(id)).toBeNull();
  expect(await draft()).toMatchObject({ id, answers: {} });
});

test("a form that is closed takes nothing new, keeps drafts, and still answers what it has", async () => {
  const { post, draft } = await visitorWith("Prairie Steel");
  const other = await visitorWith("Harbour Foods");
  const sent = await other.post("Harbour Foods");
  const reopen = provideFacts(() => ({ ...DEFAULT_FACTS, offers: ["sell_car"] }));
  onTestFinished(reopen);
  expect(await post("Prairie Steel")).toEqual({ ok: false, code: "not_offered" });
  expect(await draft()).toMatchObject({ answers: { companyName: "Prairie Steel" } });
  expect(await other.post("Harbour Foods")).toEqual(sent);
  reopen();
  expect(await post("Prairie Steel")).toMatchObject({ ok: true });
});

test("a failure before the commit leaves no submission and the draft under way; a change counts", async () => {
  const { id, edit, post, draft } = await visitorWith("Prairie Steel");
  whenStored = () => Promise.reject(new Error("The process ends here."));
  await expect(post("Prairie Steel")).rejects.toThrow("ends here");
  expect(await storedUnder(id)).toBeNull();
  expect(await draft()).toMatchObject({
    id,
    sentReference: null,
    answers: { companyName: "Prairie Steel" },
  });
  // The person changes an answer and sends again, from the same page with the same id.
  whenStored = undefined;
  await edit("Acier Prairie");
  expect(await post("Acier Prairie")).toMatchObject({ ok: true });
  expect((await storedUnder(id))?.answers).toEqual({ companyName: "Acier Prairie" });
});

test("the submission is never there without its draft's mark", async () => {
  const { id, post, draft } = await visitorWith("Prairie Steel");
  const seen: unknown[] = [];
  whenStored = async () => {
    // Read on another connection, which sees only what is committed.
    seen.push(await storedUnder(id), (await draft())?.sentReference);
  };
  await post("Prairie Steel");
  expect(seen).toEqual([null, null]);
  expect((await draft())?.sentReference).toBe((await storedUnder(id))?.reference);
});

test("an answer that another tab keeps meanwhile is not thrown away: the post is read again", async () => {
  const { id, edit, post, draft } = await visitorWith("Prairie Steel");
  let reads = 0;
  meanwhile = async () => {
    reads += 1;
    if (reads === 1) await edit("Acier Prairie");
  };
  expect(await post("Prairie Steel")).toMatchObject({ ok: true });
  expect(reads).toBe(2);
  expect(await draft()).toMatchObject({ id, answers: {} });
});

test("fifty times the same post is one submission with one reference", async () => {
  const { id, post } = await visitorWith("Prairie Steel");
  const results = await Promise.all(Array.from({ length: 50 }, () => post("Prairie Steel")));
  const reference = (await storedUnder(id))?.reference;
  expect(results).toEqual(Array.from({ length: 50 }, () => ({ ok: true, reference })));
});
