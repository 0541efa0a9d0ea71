import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asc, eq } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { documentTable } from "#domain/document/document.table.ts";
import { setOutcome } from "#domain/lead/set-outcome.server.ts";
import { storeLead, storeStaff } from "#domain/lead/lead.fixture.ts";
import { leadEventTable, leadTable } from "#domain/lead/lead.table.ts";
import { leadOutcomeTable, outcomeReasonTable } from "#domain/lead/outcome.table.ts";
import { buildReplyAddress } from "#domain/lead/reply-address.server.ts";
import { messageTable } from "#domain/notification/message.table.ts";
import { notify } from "#domain/notification/notify.server.ts";
import { sendDueMessages } from "#domain/notification/notification.fixture.ts";
import { db } from "#platform/database/database.server.ts";
import { env, setEnv } from "#platform/env/env.server.ts";
import { startStorage } from "#platform/storage/storage.server.ts";
import { useSite } from "#server/site.fixture.ts";
import { inboundEmailTable } from "./inbound-email.table.ts";
import { listUnmatched } from "./inbound-emails.server.ts";
import { joinEmail, receiveEmail } from "./receive-email.server.ts";

useSite();

const NOAH = "noah@example.org";
let staff: string;
let lead: Awaited<ReturnType<typeof storeLead>>;

beforeAll(async () => {
  staff = await storeStaff("Camille Roy");
  startStorage({ DATA_DIR: await mkdtemp(join(tmpdir(), "inbound-email-")) });
  setEnv({ ...env(), REPLY_ADDRESS: "reply@in.example.ca" });
});
beforeEach(async () => {
  lead = await storeLead({ email: NOAH });
});
afterEach(async () => {
  await db().delete(inboundEmailTable);
  await db().delete(leadTable);
  await db().delete(messageTable);
});

let count = 0;
/** A mail, with what the test needs. */
function mail({ body = "Tomorrow at nine.", ...headers }: Record<string, string> = {}): Buffer {
  count += 1;
  const all = {
    From: `Noah <${NOAH}>`,
    To: "hello@example.ca",
    Subject: "Re: Your request",
    "Message-ID": `<${count}@mail.example.org>`,
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from([...lines, "", body].join("\r\n"));
}

const listKinds = async (id = lead.id) =>
  (
    await db()
      .select({ kind: leadEventTable.kind })
      .from(leadEventTable)
      .where(eq(leadEventTable.leadId, id))
      .orderBy(asc(leadEventTable.id))
  ).map(({ kind }) => kind);
const readStatus = async () =>
  (await db().select().from(leadTable).where(eq(leadTable.id, lead.id)))[0]?.status;
const readStored = async () => (await db().select().from(inboundEmailTable))[0];

/** A mail of staff to the sender, as the provider took it; returns its Message-ID. */
async function sendLetter(): Promise<string> {
  await db().transaction((transaction) =>
    notify(transaction, {
      event: "lead_letter",
      to: NOAH,
      locale: "en",
      leadId: lead.id,
      params: { subject: "Your request", text: "When?", path: null },
    }),
  );
  await sendDueMessages();
  const [message] = await db().select().from(messageTable).where(eq(messageTable.leadId, lead.id));
  return message?.id ?? "";
}

describe("the lead of a mail", () => {
  test("is found by the token, whoever wrote and however the address is written", async () => {
    const to = buildReplyAddress(lead)?.toUpperCase() ?? "";
    expect(await receiveEmail(mail({ From: "other@example.org", To: to }))).toBe("matched");
    expect(await readStored()).toMatchObject({
      leadId: lead.id,
      matchedBy: "token",
      text: "Tomorrow at nine.",
    });
    expect(await listKinds()).toEqual(["received", "mail_received"]);
  });

  test("is found by the mail that it answers", async () => {
    const id = await sendLetter();
    await storeLead({ email: NOAH });
    const references = `<other@x.example> <${id}@mail.example.ca>`;
    expect(await receiveEmail(mail({ References: references }))).toBe("matched");
    expect(await readStored()).toMatchObject({ leadId: lead.id, matchedBy: "thread" });
  });

  test("is the only open one of its sender's address", async () => {
    await storeLead({ email: NOAH, status: "closed" });
    expect(await receiveEmail(mail({ From: "NOAH@Example.org" }))).toBe("matched");
    expect(await readStored()).toMatchObject({ leadId: lead.id, matchedBy: "address" });
  });

  test.each([
    [
      "a token of another lead",
      { From: "x@y.example", To: `reply+K7M2PX4R-${"0".repeat(32)}@in.example.ca` },
    ],
    ["a stranger", { From: "x@y.example" }],
    ["an id that is not ours", { From: "x@y.example", "In-Reply-To": "<1@x.example>" }],
  ])("is nobody's for %s, until staff say whose it is", async (_, headers) => {
    expect(await receiveEmail(mail(headers))).toBe("unmatched");
    const [waiting] = await listUnmatched();
    const id = waiting?.id ?? "";
    expect(await joinEmail(id, { reference: "NBDY2345", byUserId: staff })).toBe(false);
    expect(await joinEmail(id, { reference: lead.reference, byUserId: staff })).toBe(true);
    expect(await joinEmail(id, { reference: lead.reference, byUserId: staff })).toBe(false);
    expect(await listKinds()).toEqual(["received", "mail_received"]);
    expect(await listUnmatched()).toEqual([]);
  });

  test("with two open leads of one address, nobody guesses", async () => {
    await storeLead({ email: NOAH });
    expect(await receiveEmail(mail())).toBe("unmatched");
  });
});

test("a mail is stored once, however often and from how many sides it comes", async () => {
  const one = mail();
  const results = await Promise.all([receiveEmail(one), receiveEmail(one), receiveEmail(one)]);
  expect(results.toSorted()).toEqual(["known", "known", "matched"]);
  expect(await receiveEmail(one)).toBe("known");
  const nameless = mail({ "Message-ID": "" });
  expect([await receiveEmail(nameless), await receiveEmail(nameless)]).toEqual([
    "matched",
    "known",
  ]);
  expect(await listKinds()).toEqual(["received", "mail_received", "mail_received"]);
});

describe("an answer", () => {
  const close = async () => {
    const [reason] = await db()
      .select()
      .from(outcomeReasonTable)
      .orderBy(outcomeReasonTable.id)
      .limit(1);
    await setOutcome({
      reference: lead.reference,
      by: { id: staff, role: "staff" },
      outcome: { result: "lost", reasonId: reason?.id ?? "", endedOn: "2026-11-27" },
      note: "",
    });
  };

  test("reopens its closed lead at the stage before, and ends the outcome", async () => {
    const id = await sendLetter();
    await db().update(leadTable).set({ status: "documents" }).where(eq(leadTable.id, lead.id));
    await close();
    expect(await readStatus()).toBe("closed");
    expect(await receiveEmail(mail({ "In-Reply-To": `<${id}@mail.example.ca>` }))).toBe("matched");
    expect(await readStatus()).toBe("documents");
    const [outcome] = await db().select().from(leadOutcomeTable);
    expect(outcome?.reopenedAt).toBeInstanceOf(Date);
    expect(await db().$count(leadTable)).toBe(1);
  });

  test.each([
    ["a delivered lead", "delivered", {}],
    ["a closed lead, if a program wrote it", "closed", { "Auto-Submitted": "auto-replied" }],
    ["a closed lead, if it is an absence notice", "closed", { Precedence: "bulk" }],
  ] as const)("leaves %s as it is", async (_, status, headers) => {
    await db().update(leadTable).set({ status }).where(eq(leadTable.id, lead.id));
    await receiveEmail(mail({ To: buildReplyAddress(lead) ?? "", ...headers }));
    expect(await readStatus()).toBe(status);
    expect(await listKinds()).toHaveLength(2);
  });
});

test.each(["hello@example.com", "reply@in.example.ca", "reply+K7M2PX4R-1@in.example.ca"])(
  "a mail of our own, from %s, is no answer",
  async (own) => {
    const from = own === "hello@example.com" ? (await import("#site/site.ts")).site.email : own;
    expect(await receiveEmail(mail({ From: from }))).toBe("ignored");
    expect(await db().$count(inboundEmailTable)).toBe(0);
  },
);

test("a bounce marks the mail as not delivered, once", async () => {
  const id = await sendLetter();
  const report = (action: string) =>
    mail({
      From: "MAILER-DAEMON@mail.example.org",
      "Content-Type": 'multipart/report; report-type=delivery-status; boundary="B"',
      body: [
        "--B",
        "Content-Type: text/plain",
        "",
        "It could not be delivered.",
        "--B",
        "Content-Type: message/delivery-status",
        "",
        "Reporting-MTA: dns; mail.example.org",
        "",
        `Final-Recipient: rfc822; ${NOAH}`,
        `Action: ${action}`,
        "Status: 5.1.1",
        `Diagnostic-Code: smtp; 550 <${NOAH}>: no such user`,
        "",
        "--B",
        "Content-Type: text/rfc822-headers",
        "",
        `Message-ID: <${id}@mail.example.ca>`,
        "",
        "--B--",
        "",
      ].join("\r\n"),
    });
  await receiveEmail(report("delayed"));
  const state = async () => (await db().select().from(messageTable))[0];
  expect(await state()).toMatchObject({ state: "sent" });
  expect(await receiveEmail(report("failed"))).toBe("matched");
  expect(await receiveEmail(report("failed"))).toBe("unmatched");
  expect(await state()).toMatchObject({ state: "dead" });
  const { lastError } = (await state()) ?? {};
  expect(lastError).toContain("550");
  expect(lastError).not.toContain(NOAH);
  expect((await listKinds()).filter((kind) => kind === "delivery_failed")).toHaveLength(1);
  expect(await listUnmatched()).toEqual([]);
});

describe("what a mail contains", () => {
  const parts = (...files: string[]) => ({
    "Content-Type": 'multipart/mixed; boundary="B"',
    body: ["--B\r\nContent-Type: text/plain\r\n\r\nHere it is.", ...files, "--B--\r\n"].join(
      "\r\n",
    ),
  });
  const file = (name: string, type: string, bytes: Buffer) =>
    [
      "--B",
      `Content-Type: ${type}; name="${name}"`,
      `Content-Disposition: attachment; filename="${name}"`,
      "Content-Transfer-Encoding: base64",
      "",
      bytes.toString("base64"),
    ].join("\r\n");

  test("is text: of HTML no script, no picture and no link that loads anything", async () => {
    const body =
      '<p>Yes, <b>tomorrow</b></p><script>alert(1)</script><img src="https://track.example/1.gif">' +
      "<div>On Fri, Nov 27, 2026 at 5:00 PM Camille wrote:</div><blockquote>When?</blockquote>";
    await receiveEmail(mail({ "Content-Type": "text/html; charset=utf-8", body }));
    const stored = await readStored();
    expect(stored?.text).toBe("Yes, tomorrow");
    expect(stored?.quoted).toContain("When?");
    expect(`${stored?.text} ${stored?.quoted}`).not.toMatch(/alert|track|</u);
  });

  test("of files, pictures are kept as documents once, and what is not is named", async () => {
    const { default: sharp } = await import("sharp");
    const picture = await sharp({
      create: { width: 60, height: 40, channels: 3, background: "white" },
    })
      .png()
      .toBuffer();
    const sent = mail(
      parts(
        file("stub.png", "image/png", picture),
        file("contract.docx", "application/msword", Buffer.from("PK no picture")),
      ),
    );
    expect(await receiveEmail(sent)).toBe("matched");
    await db().delete(inboundEmailTable);
    // As after a process that died between the documents and the mail.
    expect(await receiveEmail(sent)).toBe("matched");
    expect(await db().select().from(documentTable)).toMatchObject([
      { kind: "mail_attachment", contentType: "image/webp" },
    ]);
    expect((await readStored())?.leftOut).toEqual([
      { name: "contract.docx", code: "not_a_document" },
    ]);
    await db().delete(documentTable);
  });

  test("of files without a lead, all are named", async () => {
    const one = file("a.png", "image/png", Buffer.from("x"));
    await receiveEmail(mail({ From: "x@y.example", ...parts(one) }));
    expect((await listUnmatched())[0]?.leftOut).toEqual([{ name: "a.png", code: "unmatched" }]);
  });

  test("never stores a Social Insurance Number", async () => {
    await receiveEmail(mail({ body: "It is 130 692 544.\r\n> 130692544" }));
    const stored = await readStored();
    expect(stored).toMatchObject({ text: "It is ••• ••• 544.", quoted: "> ••• ••• 544" });
  });

  test("without sense is read all the same", async () => {
    await receiveEmail(Buffer.from("\0\u0001no mail at all"));
    expect(await listUnmatched()).toHaveLength(1);
  });
});
