import { once } from "node:events";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startReplicated } from "#packages/embedded-postgres/replicated";
import { startOwnPostgres } from "#platform/database/own-postgres.server.ts";
import { hydrated, loadWords } from "./browser.fixture.ts";
import { sharedBrowser } from "./journey.fixture.ts";
import { type Program, programFor, sellCarFields } from "./program.fixture.ts";
import { signIn } from "./chaos/people.fixture.ts";
import { describeDatabase } from "./failover/run-failover.fixture.ts";
import {
  fillDatabase,
  newDataDirectory,
  removeDataDirectory,
  type Site,
  startSite,
} from "./site.fixture.ts";

/** The requirement: pages work again within this time after the cause is gone. */
const BACK_WITHIN_MS = 10_000;
const HTML = { accept: "text/html" };
const PATIENCE = { timeout: 30_000, interval: 50 };

const status = async (site: Site, path: string) =>
  (await fetch(site.origin + path, { headers: HTML })).status;

async function expectBack(site: Site, since = performance.now()): Promise<void> {
  const answers = async () => [await status(site, "/"), await status(site, "/readyz")];
  await expect.poll(answers, { timeout: BACK_WITHIN_MS, interval: 100 }).toEqual([200, 200]);
  expect(performance.now() - since).toBeLessThan(BACK_WITHIN_MS);
}

const sell = (program: Program) => program.post("/forms/sell-car", sellCarFields());

describe("the site's own database", () => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite();
  });
  afterAll(async () => {
    await site.stop();
    await removeDataDirectory(site);
  });

  const cluster = () => join(site.dataDirectory, "postgres", "cluster");
  const postmaster = () =>
    Number(readFileSync(join(cluster(), "postmaster.pid"), "utf8").split("\n")[0]);

  /** The working directory of every server process is its cluster's folder. */
  function signalDatabase(signal: NodeJS.Signals): void {
    for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
      try {
        if (readlinkSync(`/proc/${pid}/cwd`) === cluster()) process.kill(Number(pid), signal);
      } catch {
        // The process belongs to another user, or has ended.
      }
    }
  }

  test("is killed and shut down under it: it comes back, and who waits hears nothing of it", async () => {
    const countBack = () => site.output().split("the database server runs again").length - 1;
    for (const [before, signal] of (["SIGKILL", "SIGINT"] as const).entries()) {
      process.kill(postmaster(), signal);
      const began = performance.now();
      const sent = await sell(programFor(site.origin));
      // The request waits until the database is back. If it is sent exactly at the kill, it may be
      // cut, and then gets an error.
      if (sent.status !== 200) expect([sent.status, sent.body.error]).toEqual([503, "unavailable"]);
      // A server that was told to end still responds for a moment as usual.
      await expect.poll(countBack, { timeout: BACK_WITHIN_MS, interval: 50 }).toBe(before + 1);
      await expectBack(site, began);
      expect((await sell(programFor(site.origin))).body.result).toBe("success");
    }
    expect(site.output()).toContain("the database server has ended by itself");
  });

  test("stands still: people are told in their language, and keep what they typed", async () => {
    signalDatabase("SIGSTOP");
    await expect.poll(() => status(site, "/readyz"), { timeout: 10_000 }).toBe(503);
    const response = await fetch(`${site.origin}/fr/call-back`, {
      method: "POST",
      headers: HTML,
      body: new URLSearchParams({ firstName: "Zoé", phoneNumber: "5145550123" }),
    });
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toBe("5");
    const page = await response.text();
    expect(page).toContain("<h1>De retour dans un instant</h1>");
    expect(page).toContain('name="firstName" value="Zoé"');
    const stylesheet = /<link rel="stylesheet" href="([^"]+)"/.exec(page)?.[1] ?? "";
    expect((await fetch(site.origin + stylesheet)).status).toBe(200);
    signalDatabase("SIGCONT");
    await expectBack(site);
    expect(await status(site, "/cars")).toBe(200);
  });

  test("whatever a form is lost to, offline or 503, it keeps what was typed and is sent later", async () => {
    const say = loadWords("en");
    const browser = await sharedBrowser();
    const context = await browser.newContext({
      baseURL: site.origin,
      reducedMotion: "reduce",
      serviceWorkers: "block",
    });
    try {
      const open = async (path: string) => {
        const page = await context.newPage();
        await page.goto(path);
        return page;
      };
      // Three ways to send: by a page's own script, by the router from a step, and by the router
      // from a page that the error replaces.
      const callBack = await open("/call-back");
      const step = await open("/allListings");
      const newsletter = await open("/forms/newsletter");
      const typed = {
        name: "Zoé Gagnon",
        email: "zoe@example.com",
        subject: "A car",
        message: "Ring me.",
      };
      const main = callBack.getByRole("main");
      const control = (name: string) =>
        main.getByLabel(say(`call_back_form_${name}_label`), { exact: true });
      for (const [name, text] of Object.entries(typed)) await control(name).fill(text);
      const suv = step.getByRole("radio", { name: say("pre_approval_form_car_type_option_suv") });
      // By keyboard, because a tap would continue by itself when the script is loaded.
      await suv.press("Space");
      const mailbox = newsletter.getByRole("main").getByRole("textbox");
      await mailbox.fill(typed.email);
      for (const page of [callBack, step, newsletter]) await hydrated(page);

      const send = () =>
        Promise.all([
          main.getByRole("button", { name: say("call_back_button") }).click(),
          step.getByRole("button", { name: say("forms_next"), exact: true }).click(),
        ]);
      const again = newsletter.getByRole("button", { name: say("layout_error_retry") });
      const expectStored = async () => {
        await main.getByRole("alert").waitFor();
        await step.getByRole("main").getByRole("alert").waitFor();
        await newsletter.getByText(say("layout_outage_kept")).waitFor();
        for (const [name, text] of Object.entries(typed))
          expect(await control(name).inputValue()).toBe(text);
        expect(await suv.isChecked()).toBe(true);
      };
      await context.setOffline(true);
      await send();
      await newsletter
        .getByRole("main")
        .getByRole("button", { name: say("newsletter_button") })
        .click();
      await expectStored();
      await context.setOffline(false);

      signalDatabase("SIGSTOP");
      await expect.poll(() => status(site, "/readyz"), { timeout: 10_000 }).toBe(503);
      const refused = [callBack, step, newsletter].map((page) =>
        page.waitForResponse((response) => response.status() === 503),
      );
      await send();
      await again.click();
      await Promise.all(refused);
      await newsletter.getByRole("heading", { name: say("layout_outage_title") }).waitFor();
      await expectStored();
      signalDatabase("SIGCONT");
      await expectBack(site);

      await send();
      await again.click();
      await main.getByText(say("call_back_thanks")).waitFor();
      await step
        .getByRole("heading", { level: 1, name: say("pre_approval_form_budget_label") })
        .waitFor();
      await newsletter.getByRole("heading", { name: say("newsletter_sent_title") }).waitFor();
      expect(await newsletter.getByRole("main").textContent()).toContain(typed.email);
    } finally {
      signalDatabase("SIGCONT");
      await context.close();
    }
  });
});

test("a database of the operator's that goes and comes back is found again", async () => {
  const folder = await mkdtemp(join(tmpdir(), "external-"));
  await chmod(folder, 0o711);
  await fillDatabase(folder);
  const postgres = await startOwnPostgres({ dataDirectory: folder, log: () => {}, durable: false });
  const gate = await openGate(Number(new URL(postgres.url).port));
  const address = new URL(postgres.url);
  address.port = String(gate.port);
  const site = await startSite({ DATABASE_URL: address.href });
  expect((await sell(programFor(site.origin))).body.result).toBe("success");
  await gate.close();
  await expect.poll(() => status(site, "/cars"), { timeout: 10_000 }).toBe(503);
  await pause(2_000);
  await gate.open();
  await expectBack(site);
  expect((await sell(programFor(site.origin))).body.result).toBe("success");
  await site.stop();
  await removeDataDirectory(site);
  await gate.close();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

test.skipIf(process.platform !== "linux")(
  "while the primary is killed pages are read from its standbys, and what is written is refused and kept",
  async () => {
    const first = await startSite();
    await first.stop();
    const folder = await mkdtemp(join(tmpdir(), "standbys-"));
    await chmod(folder, 0o755);
    const home = join(first.dataDirectory, "postgres");
    const cluster = await startReplicated({ home, folder: join(folder, "pg"), name: "rouvia" });
    await cluster.awaitStandbys("one", 2);
    const site = await startSite(
      describeDatabase(cluster, first.dataDirectory),
      await newDataDirectory(folder, { withDatabase: false }),
    );
    try {
      const search = await (await fetch(`${site.origin}/cars`)).text();
      const car = /\/details\/([\w-]{36})/.exec(search)?.[1] ?? "";
      const session = await signIn(site.origin, "seller");
      cluster.kill("one");
      const readReadiness = async () =>
        (await (await fetch(`${site.origin}/readyz`)).json()) as { status: string };
      const since = expect.stringMatching(/^\d{4}-/);
      await expect.poll(readReadiness, PATIENCE).toEqual({ status: "read_only", since });
      // The details pages were not requested before, so nothing of them is cached.
      const open = ["/", "/fr", `/details/${car}`, `/fr/details/${car}`, `/singleListing/${car}`];
      const searches = [
        "/cars",
        "/cars?q=civic&priceMax=90000",
        "/fr/cars?sort=price",
        "/cars/suv",
      ];
      const others = ["/cars.data?make=Honda", "/about", "/contact", "/faq", "/blogs", "/privacy"];
      for (const path of [...open, ...searches, ...others])
        for (const cookie of ["", session, "wrote=1"]) {
          const response = await fetch(site.origin + path, { headers: { ...HTML, cookie } });
          expect([path, cookie !== "", response.status]).toEqual([path, cookie !== "", 200]);
        }
      const refused = await fetch(`${site.origin}/call-back`, {
        method: "POST",
        headers: HTML,
        body: new URLSearchParams({ name: "Zoé Gagnon", message: "Ring me." }),
      });
      expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
      expect(await refused.text()).toContain('name="name" value="Zoé Gagnon"');
      expect(await status(site, "/account/listings")).toBe(503);

      const [two, three] = await Promise.all([cluster.received("two"), cluster.received("three")]);
      await cluster.promote(two >= three ? "two" : "three");
      await expect.poll(readReadiness, PATIENCE).toEqual({ status: "ready" });
      await expect
        .poll(async () => (await sell(programFor(site.origin))).body.result, PATIENCE)
        .toBe("success");
    } finally {
      await site.stop();
      await cluster.stop();
      await removeDataDirectory(first);
      await rm(folder, { recursive: true, force: true });
    }
  },
);

/** A proxy between a site and its database, which can be closed. */
async function openGate(databasePort: number) {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(databasePort, "127.0.0.1");
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("error", () => to.destroy());
      from.on("close", () => to.destroy());
      from.pipe(to);
    }
  });
  const listen = async (port: number) => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(0);
  return {
    port,
    open: () => listen(port),
    async close() {
      if (!server.listening) return;
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      sockets.clear();
      await closed;
    },
  };
}
