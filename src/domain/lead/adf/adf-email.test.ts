import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { smtpSender } from "#platform/email/email.server.ts";
import { startSmtpPeer } from "#platform/email/smtp-peer.fixture.ts";
import { buildAdfDocument } from "./adf-email.ts";
import { renderAdf } from "./adf.ts";
import { fullLead } from "./adf-lead.fixture.ts";
import { textAt, withValidAdf } from "./adf-schema.fixture.ts";

describe("the subject", () => {
  test.each([
    ["Garage Cœur-de-l’Île – Démo", "New lead K7M2PX4R for Garage Coeur-de-l'Ile - Demo"],
    ["Auto 東京 Plus", "New lead K7M2PX4R for Auto Plus"],
    ["Evil\r\nBcc: b@evil.example", "New lead K7M2PX4R for Evil Bcc: b@evil.example"],
    ["x".repeat(200), `New lead K7M2PX4R for ${"x".repeat(60)}`],
  ])("%j", (name, subject) => {
    expect(buildAdfDocument({ ...fullLead, vendor: { ...fullLead.vendor, name } }).subject).toBe(
      subject,
    );
  });
});

test.each([
  ["new", "Nouvelle demande K7M2PX4R pour Garage Erable"],
  ["resend", "Retrait de la demande K7M2PX4R pour Garage Erable"],
] as const)("in French for a dealership in Quebec, %s", (status, subject) => {
  const vendor = { ...fullLead.vendor, name: "Garage Érable" };
  const sent = buildAdfDocument({ ...fullLead, language: "fr", status, vendor });
  expect(sent.subject).toBe(subject);
  withValidAdf(sent.text, (root) =>
    expect(textAt(root, "//customer/comments")).toMatch(/^\s*Langue préférée.: français/),
  );
});

describe("at the dealership's mail server", () => {
  let peer: Awaited<ReturnType<typeof startSmtpPeer>>;
  beforeAll(async () => {
    peer = await startSmtpPeer();
  });
  afterAll(() => peer.close());

  test("the body is the XML and nothing else, as sent, and valid", async () => {
    const sender = smtpSender({ url: `smtp://127.0.0.1:${peer.port}`, from: "hello@example.com" });
    const mail = { to: "leads@erable.example", ...buildAdfDocument(fullLead), plainAscii: true };
    expect(await sender.send(mail)).toMatchObject({ ok: true });
    const { raw = "", email } = peer.arrivals[0] ?? {};
    const [head = "", body = ""] = raw.split(/\r\n\r\n/);
    expect(head).toContain("\r\nContent-Type: text/plain;");
    expect(head).toContain("\r\nContent-Transfer-Encoding: 7bit");
    expect(body.replaceAll("\r\n", "\n")).toBe(renderAdf(fullLead));
    expect(raw).toMatch(/^[\r\n\x20-\x7e]*$/);
    expect(email?.html).toBeUndefined();
    expect(email?.attachments).toEqual([]);
    withValidAdf(email?.text ?? "", (root) => expect(root.name).toBe("adf"));
  });
});
