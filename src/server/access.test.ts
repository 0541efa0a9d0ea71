import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { changeDraft, findDraft } from "#domain/draft/draft.server.ts";
import { storeDeal } from "#domain/sale/deal.fixture.ts";
import { storeLead } from "#domain/lead/lead.fixture.ts";
import { APPLICANT } from "#domain/pre-approval/pre-approval-answers.fixture.ts";
import { preApprovalForm } from "#domain/pre-approval/pre-approval.form.ts";
import {
  storeDealership,
  storeSellRequest,
} from "#domain/sell-request/dealer-offer/dealer-offer.fixture.ts";
import { SELLER_ON_PAGES } from "#domain/sell-request/sell-car-answers.fixture.ts";
import { sellCarForm } from "#domain/sell-request/sell-car.form.ts";
import type { FormDeclaration } from "#forms/define-form.ts";
import { gatesBefore, passGate } from "#forms/gates.ts";
import { rawFields } from "#forms/questions/raw-fields.ts";
import { readForm } from "#forms/read-form.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { saveListing } from "#domain/listing/saved-listing.server.ts";
import { storeListing, storePerson } from "#domain/listing/listing.fixture.ts";
import { caller, type Caller, type CallRequest, signIn } from "#api/calls.fixture.ts";
import { specCalls } from "#api/calls.ts";
import { may, STAFF_ROLES } from "#domain/identity/permission.ts";
import type { DeclaredPage } from "#pages/command/define-page.server.ts";
import { paths } from "#site/paths.ts";
import { isRole, ROLE_RULES, ROLES } from "#values/role.ts";
import { ENTRIES } from "#pages/staff/staff-menu.server.ts";
import { useAccounts } from "#pages/account/account.fixture.ts";
import {
  type PageHandler,
  type FloorPage,
  isDealerRoom,
  isStaffPage,
  knockAs,
  listHandlers,
  listPages,
} from "./knock.fixture.ts";

/**
 * All callers, as the columns of docs/api/access.md: each role, and the owner of what is asked for.
 */
const WHO = ["visitor", "owner", ...ROLES] as const;
type Who = (typeof WHO)[number];

const callers = new Map<Who, Caller>();
/** A listing that the owner sells and has saved, and the reference of a lead of somebody else. */
let listing: string;
let reference: string;
/** The deal by which the owner sold a car to the buyer. */
let deal: string;

useAccounts();
beforeAll(async () => {
  const owner = await storePerson("Jordan Owner", { role: "seller", phone: "+19055550142" });
  callers.set("owner", await signIn(owner));
  for (const role of ROLES)
    callers.set(role, await signIn(await storePerson(`Camille ${role}`, { role })));
  listing = await storeListing({ sellerId: owner.id });
  await saveListing(owner.id, listing);
  ({ reference } = await storeLead());
  deal = await storeDeal(owner, callers.get("buyer")!.user);
});

/** Each call as the owner would make it about their own; everybody else makes the same call. */
const CALLS: Record<string, () => Omit<CallRequest, "method">> = {
  "/jwt": () => ({ path: "/jwt", body: { email: "jordan.owner@example.com" } }),
  "/currentUser": () => ({ path: "/currentUser?email=jordan.owner@example.com" }),
  "/singleListing/{id}": () => ({ path: `/singleListing/${listing}` }),
  "/getSingleSavedAd/{id}": () => ({
    path: `/getSingleSavedAd/${listing}?email=jordan.owner@example.com`,
  }),
  "/newSavedAd": () => ({ path: "/newSavedAd", body: { singleAdId: listing } }),
  "/removedSavedAd/{id}": () => ({
    path: `/removedSavedAd/${listing}?email=jordan.owner@example.com`,
  }),
  "/newBid": () => ({
    path: "/newBid",
    body: { productId: listing, bidderPhone: "416-555-0100", proposedPrice: 28_000 },
  }),
};

async function responseTo(path: string, method: CallRequest["method"], who: Who): Promise<string> {
  const call = CALLS[path];
  if (!call) throw new Error(`${path} has no example to knock with.`);
  // A token is requested with the session's cookie; the other calls send the token.
  const ask = caller(callers.get(who) ?? null, { withCookie: path === "/jwt" });
  const { status, body } = await ask({ method, ...call() });
  return `${status}${noteOn(body)}`;
}

/** What distinguishes two responses with the same status. */
function noteOn(body: unknown): string {
  if (body === null) return " null";
  const { error, sellerEmail, sellerPhone, deletedCount } = body as Record<string, unknown>;
  if (typeof error === "string") return ` ${error}`;
  if (typeof deletedCount === "number") return ` deletedCount ${deletedCount}`;
  if (sellerPhone === undefined) return "";
  const contact = [sellerPhone && "phone", sellerEmail && "e-mail"].filter(Boolean);
  return contact.length > 0 ? ` with ${contact.join(" and ")}` : " without contact";
}

async function knock(
  handler: PageHandler,
  page: FloorPage,
  method: string,
  who: Who,
): Promise<string> {
  const params = { reference, id: randomUUID(), group: "company" };
  return knockAs(callers.get(who)?.user ?? null, handler, page, method, params);
}

/** A link's token that nobody was given. */
const NO_TOKEN = "x".repeat(43);

/** The parameters of the other pages' addresses: the owner's, if they belong to anybody. */
const fillIn = (file: string): Record<string, string> => ({
  id: file.includes("/blog/") ? "winter-ready-used-car" : listing,
  reference: file.includes("/deal/") ? deal : reference,
  token: NO_TOKEN,
  key: NO_TOKEN,
  name: "pre-approval",
  subject: "suv",
});

/** Everybody who may request a dealership's pages. */
const DEALER_WHO = [
  "visitor",
  "member",
  "dealer of no dealership",
  "another dealership",
  "asked dealership",
  "staff",
] as const;

/** The dealership's pages, each requested by everybody in exactly the same way. */
async function dealerRows(): Promise<string[][]> {
  const requested = await storeDealership("Asked Autos");
  const request = await storeSellRequest();
  const other = await storeDealership("Other Autos", { active: false });
  const alone = await storePerson("Robin Alone", { role: "dealer" });
  const users: Record<(typeof DEALER_WHO)[number], SignedInUser | null> = {
    visitor: null,
    member: callers.get("buyer")?.user ?? null,
    "dealer of no dealership": alone,
    "another dealership": other.person,
    "asked dealership": requested.person,
    staff: callers.get("staff")?.user ?? null,
  };
  const rows: string[][] = [];
  for (const [name, file] of [
    ["/dealer/requests", "pages/dealer/dealer-requests.page.tsx"],
    ["/dealer/requests/:reference", "pages/dealer/dealer-request.page.tsx"],
    ["/dealer/applications", "pages/dealer/leads/dealer-leads.page.tsx"],
  ] as const) {
    const page = { path: name, file };
    for (const [method, handler] of await listHandlers(page)) {
      const responses = [];
      for (const who of DEALER_WHO) {
        responses.push(
          await knockAs(users[who], handler, page, method, { reference: request.reference }),
        );
      }
      rows.push([`${method} ${name}`, ...responses]);
    }
  }
  return rows;
}

const WIZARDS: [above: string, form: FormDeclaration, answers: Readonly<Record<string, string>>][] =
  [
    ["/allListings", preApprovalForm, APPLICANT],
    ["/sell-car", sellCarForm, SELLER_ON_PAGES],
  ];

/**
 * The second step of each form, which only the owner has reached; each caller has a browser of
 * their own.
 */
async function wizardRows(): Promise<string[][]> {
  const rows: string[][] = [];
  for (const [above, form, all] of WIZARDS) {
    const [first, second] = form.steps;
    if (!first || !second) throw new Error(`${form.name} has no second step.`);
    const browsers = new Map(WHO.map((who) => [who, randomUUID()]));
    const owners = browsers.get("owner") ?? "";
    const names = first.questions.map(({ name }) => name);
    const input = Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
    const { answers } = readForm(form, rawFields(input), { now: new Date(), locale: "en" });
    const consents = gatesBefore(form, second).flatMap((gate) =>
      passGate(gate, [], { locale: "en", at: new Date() }),
    );
    await changeDraft(owners, form, (_draft, keep) => keep({ answers, consents }));
    const page = { path: `${above}/${second.slug}`, file: "pages/public/wizard/wizard.page.tsx" };
    for (const [method, handler] of await listHandlers(page)) {
      const said = [];
      for (const who of WHO) {
        const user = callers.get(who)?.user ?? null;
        const params = { step: second.slug };
        said.push(await knockAs(user, handler, page, method, params, browsers.get(who)));
      }
      rows.push([`${method} ${page.path}`, ...said]);
      // In any case: nobody gets into the middle of a form that somebody else began. A post there
      // is read alike for everybody, and stored in the form of the person who posted it.
      const expected = (who: Who) => (method === "POST" ? "422" : who === "owner" ? "200" : "302");
      expect([page.path, method, ...said]).toEqual([page.path, method, ...WHO.map(expected)]);
    }
    for (const [who, hash] of browsers)
      expect((await findDraft(hash, form))?.answers).toEqual(who === "owner" ? answers : undefined);
  }
  return rows;
}

const serverFiles = import.meta.glob<Record<string, unknown>>("../pages/**/*.server.ts");

async function listDeclaredPages(): Promise<DeclaredPage[]> {
  const modules = await Promise.all(Object.values(serverFiles).map((load) => load()));
  return modules
    .flatMap((module) => Object.values(module))
    .filter(
      (each): each is DeclaredPage => typeof each === "object" && each !== null && "isPage" in each,
    )
    .toSorted((one, other) => one.address.localeCompare(other.address));
}

/**
 * What each button of a declared page is for, by the roles that read the page; checked against the
 * page.
 */
async function commandRows(): Promise<string[][]> {
  const rows: string[][] = [];
  for (const page of await listDeclaredPages()) {
    const { address, read, commands } = page;
    expect(listPages().map(({ path }) => path)).toContain(address);
    for (const [name, command] of Object.entries(commands)) {
      const cells = [];
      for (const role of STAFF_ROLES) {
        const isAllowed =
          may({ role }, read) && (command.may === undefined || may({ role }, command.may));
        const handler = (args: Parameters<PageHandler>[0]) => page.action(args as never);
        const floorPage = { path: address, file: "" };
        const params = { reference, id: randomUUID(), group: "company" };
        const user = callers.get(role)?.user ?? null;
        const result = await knockAs(user, handler, floorPage, "POST", params, undefined, {
          intent: name,
        });
        expect([address, name, role, result === "403"]).toEqual([address, name, role, !isAllowed]);
        cells.push(isAllowed ? "yes" : "·");
      }
      const needs = [command.may ?? read, command.needsFreshFactor && "fresh factor"];
      rows.push([`${address} ${name}`, needs.filter(Boolean).join(", "), ...cells]);
    }
  }
  return rows;
}

/**
 * These pages depend on who asks, and on whose the data is; every other page is the same for
 * everybody.
 */
const ASKS_WHO =
  /^pages\/(dealer\/|account\/(?!sign-in\/)|public\/deal\/|public\/listing\/(listing|bid|ask|confirm-sale)\.page)/;

test(
  "docs/api/access.md says who may do what (update it with `vitest -u`)",
  { timeout: 90_000 },
  async () => {
    const rows: string[][] = [];
    for (const { path, method } of specCalls.map(({ contract }) => contract)) {
      const wire = method.toUpperCase() as CallRequest["method"];
      const responses = [];
      for (const who of WHO) responses.push(await responseTo(path, wire, who));
      rows.push([`${wire} ${path}`, ...responses]);
    }
    const staffRows: string[][] = [];
    for (const page of listPages().filter(isStaffPage)) {
      for (const [method, handler] of await listHandlers(page)) {
        const responses: string[] = [];
        for (const who of WHO) responses.push(await knock(handler, page, method, who));
        staffRows.push([`${method} ${page.path} (${page.file.split("/").at(-1)})`, ...responses]);
        // In any case: nobody but staff gets in.
        const strangers = WHO.filter((who) => !(isRole(who) && ROLE_RULES[who].isStaff));
        // A script reads the stream: a page to sign in with would tell it nothing.
        const ofGet = page.path === paths.staffEvents() ? "403" : "302 to sign in";
        const ofVisitor = method === "GET" ? ofGet : "401";
        expect(
          strangers.map((who) => responses[WHO.indexOf(who)]),
          page.file,
        ).toEqual(strangers.map((who) => (who === "visitor" ? ofVisitor : "403")));
      }
    }
    expect(staffRows.length).toBeGreaterThan(4);
    const otherRows: string[][] = [];
    for (const page of listPages().filter((each) => !isStaffPage(each) && !isDealerRoom(each))) {
      for (const [method, handler] of await listHandlers(page)) {
        const responses = [];
        for (const who of WHO) {
          const user = callers.get(who)?.user ?? null;
          responses.push(await knockAs(user, handler, page, method, fillIn(page.file)));
        }
        otherRows.push([`${method} ${page.path} (${page.file.split("/").at(-1)})`, ...responses]);
        // In any case: a person’s own pages require an account. A visitor may save and bid first.
        if (
          /^pages\/account\/(?!sign-in|saved|security\/(enrol|undo|cancel|confirm))/.test(page.file)
        )
          expect([page.file, responses[0]]).toEqual([
            page.file,
            method === "GET" ? "302 to sign in" : "401",
          ]);
        if (!ASKS_WHO.test(page.file) && !page.file.endsWith("/demo-error.page.tsx")) {
          expect([page.file, method, ...new Set(responses)]).toHaveLength(3);
          expect([page.file, method, responses[0]]).toEqual([
            page.file,
            method,
            expect.stringMatching(/^(200|30[23]( to sign in)?|404|422)$/),
          ]);
        }
      }
    }
    const document = [
      "# Who may do what",
      "",
      "Made by `src/server/access.test.ts` from real answers. The columns are the roles of `ROLE_RULES`,",
      "and a seller who owns what is asked about. Each makes the same request: the owner's.",
      "",
      "## Calls",
      "",
      ...table(["Call", ...WHO], rows),
      "",
      "## Staff pages",
      "",
      ...table(["Page", ...WHO], staffRows),
      "",
      "## What the buttons of staff pages do",
      "",
      "From the declarations of pages and commands; each was pressed by each role, and refused with 403",
      "where this says so.",
      "",
      ...table(["Command", "Permission", ...STAFF_ROLES], await commandRows()),
      "",
      "## Every other page",
      "",
      "Where an address names a listing it is the owner's, a reference is a lead that nobody of these",
      "sent, a token is of a link that nobody was given.",
      "",
      ...table(["Page", ...WHO], otherRows),
      "",
      "## A step of a form",
      "",
      "Each asks with a browser of their own for the second step, which only the owner has reached.",
      "",
      ...table(["Page", ...WHO], await wizardRows()),
      "",
      "## The dealership's pages",
      "",
      "All ask for the same request, which one dealership was asked about.",
      "",
      ...table(["Page", ...DEALER_WHO], await dealerRows()),
      "",
    ].join("\n");
    await expect(document).toMatchFileSnapshot("../../docs/api/access.md");
  },
);

test("the menu of the back office offers a page to whoever may read it", async () => {
  for (const { path, reads } of ENTRIES) {
    const page = listPages().find((each) => each.path === path());
    if (!page) throw new Error(`${path()} leads to no page.`);
    const [method, handler] = (await listHandlers(page))[0]!;
    for (const role of STAFF_ROLES) {
      const isShown = (await knock(handler, page, method, role)) === "200";
      expect([path(), role, isShown]).toEqual([path(), role, may({ role }, reads)]);
    }
  }
});

function table(head: readonly string[], rows: readonly string[][]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)];
}
