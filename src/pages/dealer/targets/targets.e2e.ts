import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  axeFindings,
  DESKTOP,
  hydratedControl,
  loadWords,
  PHONE,
  scrollsSideways,
  takeScreenshot,
} from "../../../../e2e/browser.fixture.ts";
import { readOutbox } from "../../../../e2e/program.fixture.ts";
import { journey } from "../../../../e2e/journey.fixture.ts";

/** A dealership's own system, which verifies what it gets by the published library. */
const receiver = { status: 200, secret: "", taken: [] as string[], faults: [] as unknown[] };
const server = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString();
  if (receiver.status !== 200) return response.writeHead(receiver.status).end("closed");
  try {
    new Webhook(receiver.secret).verify(body, request.headers as Record<string, string>);
    receiver.taken.push(String(request.headers["webhook-id"]));
  } catch (fault) {
    receiver.faults.push(fault);
  }
  response.end();
});
let host = "";
beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const visit = journey({ environment: () => ({ DELIVERY_HOSTS: host }) });

describe.each([
  { locale: "en", prefix: "", javaScriptEnabled: true, viewport: DESKTOP },
  { locale: "fr", prefix: "/fr", javaScriptEnabled: false, viewport: PHONE },
] as const)("in $locale, JavaScript $javaScriptEnabled", ({ locale, prefix, ...options }) => {
  const words = loadWords(locale);
  const isScripted = options.javaScriptEnabled;
  const name = `CRM ${locale}`;

  test("a webhook is added, tested, fails, rests, is gone, and takes what it missed", async () => {
    Object.assign(receiver, { status: 200, secret: "", taken: [] });
    const page = await visit.newPage(options);
    await visit.signIn(page, "dealer");
    const open = async () => {
      await page.goto(`${prefix}/dealer/targets`);
      if (isScripted) await hydratedControl(page.getByRole("main"));
    };
    const press = (key: string) =>
      page.getByRole("button", { name: words(key).replace("{name}", name), exact: true }).click();
    const add = async (url: string) => {
      await page.getByLabel(words("dealer_target_url_label")).fill(url);
      await press("dealer_target_save");
    };
    const sendTest = async () => {
      await press("dealer_target_test_which");
      await page.getByText(words("dealer_target_tested")).waitFor();
    };
    const card = page.getByRole("region", { name, exact: true });
    /** Deliveries are sent beside the request. */
    const shows = async (text: string | RegExp) => {
      await expect
        .poll(
          async () => {
            await open();
            return card.innerText();
          },
          { timeout: 20_000, interval: 500 },
        )
        .toMatch(text);
    };

    await open();
    await page.getByLabel(words("dealer_target_name_label")).fill(name);
    await add("https://169.254.169.254/latest");
    await page.getByText(words("dealer_target_url_error_not_public")).first().waitFor();
    expect(await page.getByLabel(words("dealer_target_name_label")).inputValue()).toBe(name);
    await add(`http://${host}/leads?key=not-shown`);
    receiver.secret = await page.getByText(/^whsec_/).innerText();
    await takeScreenshot(page, `targets-added-${locale}`);
    expect(await page.getByText("not-shown").count()).toBe(0);

    await open();
    await sendTest();
    await shows("HTTP 200");
    expect(receiver.taken).toHaveLength(1);

    receiver.status = 503;
    for (let tests = 0; tests < 5; tests++) {
      await open();
      await sendTest();
    }
    await shows(new RegExp(words("dealer_target_state_resting").split("{")[0] ?? ""));
    await takeScreenshot(page, `targets-resting-${locale}`);
    const mails = await readOutbox(visit.site.origin);
    expect(mails.filter(({ subject }) => subject?.startsWith(`${name} `))).not.toEqual([]);
    expect(await scrollsSideways(page)).toBe(false);
    if (isScripted) expect(await axeFindings(page)).toEqual([]);

    receiver.status = 410;
    await sendTest();
    await shows(words("dealer_target_state_gone"));
    receiver.status = 200;
    await press("dealer_target_switch_on_which");
    await page.getByText(words("dealer_target_switched")).waitFor();
    await press("dealer_target_replay_which");
    await page.getByText(words("dealer_target_replayed")).waitFor();
    await expect.poll(() => new Set(receiver.taken).size, { timeout: 60_000 }).toBe(7);
    expect(receiver.taken).toHaveLength(7);
    expect(receiver.faults).toEqual([]);
    await open();
    await takeScreenshot(page, `targets-${locale}`);
  });
});
