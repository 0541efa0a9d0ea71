import { afterEach, describe, expect, test } from "vitest";
import { smtpSender, type EmailMessage } from "./email.server.ts";
import { selfSignedCertificate } from "./self-signed.fixture.ts";
import { startRudePeer, startSmtpPeer } from "./smtp-peer.fixture.ts";

const from = "Rouvia <hello@example.com>";
const message: EmailMessage = {
  to: "leads@dealer.example",
  subject: "Votre demande a été reçue",
  text: "Bonjour Étienne,\n\nÀ bientôt 🚗",
  messageId: "lead-K7M2PX4R@example.com",
};
const shortTimeouts = { connectionMs: 200, greetingMs: 200, socketMs: 200, totalMs: 1_000 };

const toClose: { close(): Promise<void> }[] = [];
function closing<Peer extends { close(): Promise<void> }>(peer: Peer): Peer {
  toClose.push(peer);
  return peer;
}
afterEach(async () => {
  await Promise.all(toClose.splice(0).map((peer) => peer.close()));
});

const smtpError = (responseCode: number, text: string) =>
  Object.assign(new Error(text), { responseCode });

describe("what arrives", () => {
  test("subject, text, html and headers as given, from the configured sender", async () => {
    const peer = closing(await startSmtpPeer());
    const sender = smtpSender({ url: `smtp://127.0.0.1:${peer.port}`, from });
    const result = await sender.send({
      ...message,
      html: "<p>À bientôt</p>",
      replyTo: "help@example.com",
      headers: { "Content-Language": "fr-CA", "Auto-Submitted": "auto-generated" },
    });
    expect(result).toEqual({ ok: true, providerId: "<lead-K7M2PX4R@example.com>" });
    const [arrival] = peer.arrivals;
    expect(arrival).toMatchObject({ from: "hello@example.com", to: [message.to] });
    expect(arrival?.email).toMatchObject({
      subject: message.subject,
      from: { name: "Rouvia", address: "hello@example.com" },
      replyTo: [{ address: "help@example.com" }],
      text: `${message.text}\n`,
      messageId: "<lead-K7M2PX4R@example.com>",
    });
    expect(arrival?.email.html).toContain("À bientôt");
    const headers = new Map(arrival?.email.headers.map(({ key, value }) => [key, value]));
    expect(headers.get("content-language")).toBe("fr-CA");
    expect(headers.get("auto-submitted")).toBe("auto-generated");
  });

  test("a second try carries the same Message-ID", async () => {
    const peer = closing(await startSmtpPeer());
    const sender = smtpSender({ url: `smtp://127.0.0.1:${peer.port}`, from });
    await sender.send(message);
    await sender.send(message);
    expect(new Set(peer.arrivals.map(({ email }) => email.messageId)).size).toBe(1);
  });

  test("plain ASCII stays unencoded, line by line, in one text/plain part", async () => {
    const peer = closing(await startSmtpPeer());
    const sender = smtpSender({ url: `smtp://127.0.0.1:${peer.port}`, from });
    const text = `<?xml version="1.0"?>\n<adf>\n.leading dot = &#233;\n${"x".repeat(998)}\n</adf>\n`;
    const result = await sender.send({ ...message, subject: "Lead", text, plainAscii: true });
    expect(result.ok).toBe(true);
    const raw = peer.arrivals[0]?.raw ?? "";
    expect(raw).toContain("\r\nContent-Type: text/plain; charset=us-ascii\r\n");
    expect(raw).toContain("\r\nContent-Transfer-Encoding: 7bit\r\n");
    expect(raw).not.toMatch(/multipart|[^\t\r\n\x20-\x7e]/);
    expect(raw.split("\r\n\r\n")[1]).toBe(text.replaceAll("\n", "\r\n"));
    expect(peer.arrivals[0]).toMatchObject({
      from: "hello@example.com",
      to: [message.to],
      email: { messageId: `<${message.messageId}>`, subject: "Lead" },
    });
  });

  test("plain ASCII with a line too long for mail arrives all the same, encoded", async () => {
    const peer = closing(await startSmtpPeer());
    const sender = smtpSender({ url: `smtp://127.0.0.1:${peer.port}`, from });
    const text = `<adf>${"x".repeat(2_000)}</adf>`;
    await sender.send({ ...message, subject: "Lead", text, plainAscii: true });
    expect(peer.arrivals[0]?.email.text?.trim()).toBe(text);
    const lines = peer.arrivals[0]?.raw.split("\r\n") ?? [];
    // RFC 5322, section 2.1.1: servers on the way may cut or refuse longer lines.
    expect(lines.filter((line) => line.length > 998)).toEqual([]);
  });
});

describe("what is refused before any connection", () => {
  const nowhere = smtpSender({ url: "smtp://127.0.0.1:1", from });
  test.each<[string, Partial<EmailMessage>]>([
    ["a second recipient", { to: "a@dealer.example, b@evil.example" }],
    ["a display name with an address in it", { to: "b@evil.example <a@dealer.example>" }],
    ["a header begun in the recipient", { to: "a@dealer.example\r\nBcc: b@evil.example" }],
    ["a header begun in the subject", { subject: "Hello\r\nBcc: b@evil.example" }],
    ["a bare line feed in the subject", { subject: "Hello\nBcc: b@evil.example" }],
    ["a NUL in the subject", { subject: "Hello\0" }],
    ["a header begun in the reply address", { replyTo: "a@x.example\nBcc: b@evil.example" }],
    ["a header begun in a header's value", { headers: { "X-Lead": "1\r\nBcc: b@evil.example" } }],
    ["a header begun in a header's name", { headers: { "X-Lead: 1\r\nBcc": "b@evil.example" } }],
    ["a second Bcc", { headers: { bcc: "b@evil.example" } }],
    ["a Message-ID with a line break", { messageId: "a@example.com>\r\nBcc: b@evil.example" }],
    ["an accent where plain ASCII is promised", { plainAscii: true, subject: "Lead", text: "é" }],
    ["an accented subject where plain ASCII is promised", { plainAscii: true, text: "e" }],
    ["html where plain ASCII is promised", { plainAscii: true, html: "<p>", text: "e" }],
  ])("%s", async (_name, change) => {
    const result = await nowhere.send({ ...message, ...change });
    expect(result).toMatchObject({ ok: false, code: "permanent" });
    expect(JSON.stringify(result)).not.toContain("evil");
  });
});

describe("what the server answers", () => {
  test.each([
    [451, "temporary", "4.7.1 Greylisted, try again"],
    [421, "temporary", "4.3.2 Shutting down"],
    [550, "permanent", "5.1.1 No such user"],
    [552, "permanent", "5.3.4 Too large"],
    [503, "temporary", "5.5.1 Bad sequence"],
    [530, "not_configured", "5.7.0 Authentication required"],
  ] as const)("%i to the recipient is %s", async (responseCode, code, text) => {
    const onRcptTo: NonNullable<Parameters<typeof startSmtpPeer>[0]>["onRcptTo"] = (
      address,
      _session,
      callback,
    ) => callback(smtpError(responseCode, `${text}: <${address.address}>`));
    const peer = closing(await startSmtpPeer({ onRcptTo }));
    const result = await smtpSender({ url: `smtp://127.0.0.1:${peer.port}`, from }).send(message);
    expect(result).toMatchObject({ ok: false, code });
    expect(JSON.stringify(result)).toContain(`${responseCode} ${text}`);
    expect(JSON.stringify(result)).not.toContain("dealer.example");
  });

  test("451 after the content is temporary", async () => {
    const peer = closing(
      await startSmtpPeer({
        onData(stream, _session, callback) {
          stream.resume().on("end", () => callback(smtpError(451, "4.3.0 Try later")));
        },
      }),
    );
    const result = await smtpSender({ url: `smtp://127.0.0.1:${peer.port}`, from }).send(message);
    expect(result).toMatchObject({ ok: false, code: "temporary" });
  });
});

describe("credentials", () => {
  const url = (port: number, password: string) =>
    `smtp://${encodeURIComponent("us@er")}:${encodeURIComponent(password)}@127.0.0.1:${port}`;
  const startAuthPeer = () =>
    startSmtpPeer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth({ username, password }, _session, callback) {
        if (username === "us@er" && password === "p/ss:w%rd") return callback(null, { user: 1 });
        callback(smtpError(535, `5.7.8 wrong password ${password} for ${username}`));
      },
    });

  test("are read from the address, percent-decoded", async () => {
    const peer = closing(await startAuthPeer());
    const result = await smtpSender({ url: url(peer.port, "p/ss:w%rd"), from }).send(message);
    expect(result.ok).toBe(true);
    expect(peer.arrivals).toHaveLength(1);
  });

  test("refused: a matter of our settings, and nothing of them is repeated", async () => {
    const peer = closing(await startAuthPeer());
    const result = await smtpSender({ url: url(peer.port, "wrong-secret"), from }).send(message);
    expect(result).toMatchObject({ ok: false, code: "not_configured" });
    expect(JSON.stringify(result)).not.toMatch(/wrong-secret|us@er/);
  });

  test("missing where the server wants them: a matter of our settings", async () => {
    const peer = closing(await startAuthPeer());
    const result = await smtpSender({ url: `smtp://127.0.0.1:${peer.port}`, from }).send(message);
    expect(result).toMatchObject({ ok: false, code: "not_configured" });
  });

  test("an address that cannot be read sends nothing", async () => {
    const result = await smtpSender({ url: "http://mail.example", from }).send(message);
    expect(result).toMatchObject({ ok: false, code: "not_configured" });
  });
});

describe("TLS", () => {
  const certificate = selfSignedCertificate();

  test("from the first byte (smtps), with the certificate checked", async () => {
    const peer = closing(await startSmtpPeer({ ...certificate, secure: true }));
    const url = `smtps://localhost:${peer.port}`;
    const refused = await smtpSender({ url, from }).send(message);
    expect(refused).toMatchObject({ ok: false });
    expect(peer.arrivals).toHaveLength(0);
    const trusting = smtpSender({ url, from, trustedAuthority: certificate.cert });
    expect(await trusting.send(message)).toMatchObject({ ok: true });
    expect(peer.arrivals[0]?.secure).toBe(true);
  });

  test("by STARTTLS, with the certificate checked", async () => {
    const peer = closing(await startSmtpPeer(certificate));
    const url = `smtp://localhost:${peer.port}?tls=on`;
    expect(await smtpSender({ url, from }).send(message)).toMatchObject({ ok: false });
    expect(peer.arrivals).toHaveLength(0);
    const trusting = smtpSender({ url, from, trustedAuthority: certificate.cert });
    expect(await trusting.send(message)).toMatchObject({ ok: true });
    expect(peer.arrivals[0]?.secure).toBe(true);
  });

  test("nothing is sent in clear to a server that offers no STARTTLS", async () => {
    const peer = closing(await startSmtpPeer());
    const url = `smtp://localhost:${peer.port}?tls=on`;
    const result = await smtpSender({ url, from }).send(message);
    expect(result).toMatchObject({ ok: false });
    expect(peer.arrivals).toHaveLength(0);
  });
});

describe("a server that misbehaves costs a bounded time and is temporary", () => {
  test.each<[string, Parameters<typeof startRudePeer>[0]]>([
    ["says nothing", () => {}],
    ["cuts at once", (socket) => socket.destroy()],
    ["speaks another protocol", (socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")],
    ["goes silent after the greeting", (socket) => socket.write("220 relay.example ESMTP\r\n")],
    [
      "cuts in the middle of the conversation",
      (socket) => {
        socket.write("220 relay.example ESMTP\r\n");
        socket.once("data", () => socket.destroy());
      },
    ],
    [
      "sends one byte at a time without an end",
      (socket) => {
        socket.write("220 relay.example ESMTP\r\n250-");
        const drip = setInterval(() => socket.write("x"), 50);
        socket.on("close", () => clearInterval(drip));
      },
    ],
  ])("%s", async (_name, onConnection) => {
    const peer = closing(await startRudePeer(onConnection));
    const url = `smtp://127.0.0.1:${peer.port}`;
    const result = await smtpSender({ url, from, timeouts: shortTimeouts }).send(message);
    expect(result).toMatchObject({ ok: false, code: "temporary" });
  });

  test("nobody listens", async () => {
    const peer = await startRudePeer(() => {});
    await peer.close();
    const result = await smtpSender({ url: `smtp://127.0.0.1:${peer.port}`, from }).send(message);
    expect(result).toMatchObject({ ok: false, code: "temporary" });
  });
});
