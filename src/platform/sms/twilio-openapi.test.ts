import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { httpCall } from "#platform/outgoing/http-call.server.ts";
import { twilioSender } from "./sms.server.ts";
import { account } from "./twilio-peer.fixture.ts";

const repository = new URL("../../../", import.meta.url);
const openApiFile =
  process.env.TWILIO_OPENAPI_FILE ??
  fileURLToPath(new URL("../shared/reference/twilio-messages.openapi.json", repository));
const isPresent = existsSync(openApiFile);
const reason = "no twilio-messages.openapi.json here: name it in TWILIO_OPENAPI_FILE";
if (!isPresent) console.warn(`Twilio's published OpenAPI: skipped (${reason})`);

/** The published description is not ours to ship; sms.test.ts proves the same client everywhere. */
describe.skipIf(!isPresent)(
  `against Twilio's published OpenAPI${isPresent ? "" : ` (${reason})`}`,
  () => {
    let mock: ChildProcess;
    let baseUrl: string;
    beforeAll(async () => {
      const port = await findFreePort();
      baseUrl = `http://127.0.0.1:${port}`;
      const prism = fileURLToPath(new URL("node_modules/.bin/prism", repository));
      const options = ["mock", "--host", "127.0.0.1", "--port", String(port), openApiFile];
      mock = spawn(process.execPath, [prism, ...options], { stdio: "ignore" });
      await waitUntilAnswering(new URL(baseUrl));
    }, 60_000);
    afterAll(async () => {
      mock.kill();
      if (mock.exitCode === null && mock.signalCode === null) await once(mock, "exit");
    });

    const send = (settings: object, to = "+14165550123") =>
      twilioSender({ ...account, baseUrl, ...settings }).send({
        to: to as `+${string}`,
        body: "123456 is your code",
      });

    test("our message satisfies it", async () => {
      expect(await send({})).toEqual({ ok: true, providerId: expect.stringMatching(/^SM/) });
    });

    test("an account of another form does not", async () => {
      expect(await send({ accountSid: "AC12" })).toMatchObject({ ok: false, code: "permanent" });
    });

    const path = `/2010-04-01/Accounts/${account.accountSid}/Messages.json`;
    const authorization = `Basic ${Buffer.from(`${account.accountSid}:x`).toString("base64")}`;
    const form = "application/x-www-form-urlencoded";
    // The mock refuses what our own stand-in refuses: proof that it checks the message above.
    test.each([
      ["no authentication", 401, { "content-type": form }, "To=%2B14165550123"],
      ["no recipient", 422, { authorization, "content-type": form }, "Body=hello"],
      ["JSON", 415, { authorization, "content-type": "application/json" }, '{"To":"+14165550123"}'],
    ])("%s is answered with %i", async (_name, status, headers, body) => {
      const url = new URL(path, baseUrl);
      const answer = await httpCall({ url, method: "POST", headers, body, timeoutMs: 3_000 });
      expect(answer).toMatchObject({ ok: true, status });
    });
  },
);

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

async function waitUntilAnswering(url: URL): Promise<void> {
  const deadline = Date.now() + 50_000;
  while (Date.now() < deadline) {
    const answer = await httpCall({ url, method: "GET", timeoutMs: 1_000 });
    if (answer.ok) return;
    await delay(100);
  }
  throw new Error("The mock did not start.");
}
