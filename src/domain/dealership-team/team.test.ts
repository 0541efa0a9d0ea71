import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { storeBid } from "#domain/bid/bid.fixture.ts";
import { answerBid } from "#domain/bid/move-listing.server.ts";
import { bidTable } from "#domain/bid/bid.table.ts";
import { listSellerListings } from "#domain/bid/seller-listings.server.ts";
import { joinDealership, listMemberRoles } from "#domain/dealership/dealership-queries.server.ts";
import { storeDealershipRow } from "#domain/dealership/dealership.fixture.ts";
import { dealershipMemberTable, teamInvitationTable } from "#domain/dealership/dealership.table.ts";
import { mayEnrolFactor } from "#domain/identity/factor-enrolment.server.ts";
import { sessionTable, userTable } from "#domain/identity/identity.table.ts";
import { may } from "#domain/identity/permission.ts";
import { findManagedListing } from "#domain/listing/editable-listing.server.ts";
import { storeListing, storePerson } from "#domain/listing/listing.fixture.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { changePrice } from "#domain/listing/write-listing.server.ts";
import { giveRole } from "#domain/people/change-role.server.ts";
import { closeAccount } from "#domain/people/close-account.server.ts";
import { db } from "#platform/database/database.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { useSite } from "#server/site.fixture.ts";
import { DEALERSHIP_ROLES, type DealershipRole } from "#values/dealership-role.ts";
import type { Permission } from "#values/role.ts";
import {
  acceptInvitation,
  findInvitation,
  inviteColleague,
  listOpenInvitations,
  revokeInvitation,
} from "./invitations.server.ts";
import { changeColleagueRole, listTeam, removeColleague } from "./team.server.ts";

useSite();

let dealershipId: string;
let owner: SignedInUser;

beforeAll(async () => {
  ({ id: dealershipId } = await storeDealershipRow({ name: "Team Auto" }));
  owner = await storeColleague("Olive Owner", "owner");
});

async function storeColleague(name: string, role: DealershipRole): Promise<SignedInUser> {
  const person = await storePerson(name, { role: "dealer" });
  await joinDealership(db(), person.id, dealershipId, role);
  return { ...person, dealership: { id: dealershipId, role } };
}

/** Somebody with a confirmed account, signed in twice. */
async function storeInvited(name: string) {
  const person = await storePerson(name, { role: "buyer" });
  await db().update(userTable).set({ emailVerified: true }).where(eq(userTable.id, person.id));
  const sessions = [`${person.id} here`, `${person.id} elsewhere`];
  await db()
    .insert(sessionTable)
    .values(
      sessions.map((id) => ({
        id,
        token: id,
        userId: person.id,
        expiresAt: new Date(Date.now() + 60_000),
      })),
    );
  return { person, sessionId: sessions[0]! };
}

async function invite(role: DealershipRole = "salesperson"): Promise<string> {
  const invited = await inviteColleague(owner, { name: "Somebody new", role, days: 7 });
  if (!invited.ok) throw new Error(invited.code);
  return invited.path.split("/").at(-1)!;
}

const roleOf = async (userId: string) =>
  (await listMemberRoles(db(), dealershipId)).find((member) => member.userId === userId)?.role;

describe("an invitation", () => {
  test("makes one person a member, with a second factor to set up in that session", async () => {
    const token = await invite("stock");
    const { person, sessionId } = await storeInvited("Ines Invited");
    const accepted = await acceptInvitation(token, { userId: person.id, sessionId });
    expect(accepted).toEqual({ ok: true });
    expect(await roleOf(person.id)).toBe("stock");
    const sessions = await db()
      .select({ id: sessionTable.id })
      .from(sessionTable)
      .where(eq(sessionTable.userId, person.id));
    expect(sessions).toEqual([{ id: sessionId }]);
    const dealer = { id: person.id, role: "dealer" } as const;
    expect(await mayEnrolFactor(dealer, sessionId)).toBe(true);
    const late = await storeInvited("Lou Late");
    expect(
      await acceptInvitation(token, { userId: late.person.id, sessionId: late.sessionId }),
    ).toEqual({ ok: false, code: "link_used_up" });
  });

  test("pressed twice at once serves one", async () => {
    const token = await invite();
    const two = [await storeInvited("Uma One"), await storeInvited("Tom Two")];
    const results = await Promise.all(
      two.map(({ person, sessionId }) => acceptInvitation(token, { userId: person.id, sessionId })),
    );
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  });

  test("is of no use once withdrawn or expired, and stores no token", async () => {
    const [withdrawn, expired] = [await invite(), await invite()];
    const [newest, older] = await listOpenInvitations(dealershipId);
    expect(await revokeInvitation(owner, older!.id)).toBe(true);
    await db()
      .update(teamInvitationTable)
      .set({ expiresAt: new Date(0) })
      .where(eq(teamInvitationTable.id, newest!.id));
    expect(await findInvitation(withdrawn)).toBeNull();
    expect(await findInvitation(expired)).toBeNull();
    expect(JSON.stringify(await db().select().from(teamInvitationTable))).not.toContain(expired);
  });

  test.each([
    ["dealer", true, "other_role"],
    ["staff", true, "other_role"],
    ["buyer", false, "not_confirmed"],
  ] as const)("is not for an account of a %s, confirmed: %s", async (role, confirmed, code) => {
    const { person, sessionId } = await storeInvited(`No ${role} ${confirmed}`);
    await db()
      .update(userTable)
      .set({ role, emailVerified: confirmed })
      .where(eq(userTable.id, person.id));
    const refused = await acceptInvitation(await invite(), { userId: person.id, sessionId });
    expect(refused).toEqual({ ok: false, code });
  });

  test.each(DEALERSHIP_ROLES.filter((role) => role !== "owner"))(
    "is given by an owner, and by no %s",
    async (role) => {
      const by = await storeColleague(`Not an owner: ${role}`, role);
      expect(await inviteColleague(by, { name: "Friend", role: "owner", days: 1 })).toEqual({
        ok: false,
        code: "not_permitted",
      });
    },
  );
});

test.each([
  ["seeDealerLeads", ["owner", "manager", "salesperson", "reader"]],
  ["workDealerLeads", ["owner", "manager", "salesperson"]],
  ["answerSellRequests", ["owner", "manager"]],
  ["editOwnListing", ["owner", "manager", "stock"]],
  ["answerBids", ["owner", "manager", "salesperson"]],
  ["changeDealerTeam", ["owner"]],
  ["manageOwnAccount", [...DEALERSHIP_ROLES]],
] as const satisfies [Permission, DealershipRole[]][])("%s: %j", (permission, roles) => {
  const allowed = DEALERSHIP_ROLES.filter((role) =>
    may({ role: "dealer", dealership: { role } }, permission),
  );
  expect(allowed).toEqual(roles);
});

describe("a car of the dealership", () => {
  test("is edited by a colleague, and by nobody of another dealership", async () => {
    const id = await storeListing({ sellerId: owner.id, dealershipId });
    const colleague = await storeColleague("Colin Colleague", "stock");
    expect(await findManagedListing(colleague, id)).toMatchObject({ editedBy: "seller" });
    expect((await listSellerListings(colleague)).map((each) => each.id)).toContain(id);
    const { id: elsewhere } = await storeDealershipRow({ name: "Other Auto" });
    const stranger = {
      ...colleague,
      id: "x",
      dealership: { id: elsewhere, role: "owner" },
    } as const;
    expect(await findManagedListing(stranger, id)).toBeNull();
    const reader = await storeColleague("Rita Reader", "reader");
    expect(await findManagedListing(reader, id)).toMatchObject({ id });
    expect(await changePrice(reader, id, 19_990)).toMatchObject({ code: "not_found" });
    expect(await changePrice(colleague, id, 19_990)).toMatchObject({ ok: true });
  });

  test("that somebody left behind gets a colleague, who answers its bids", async () => {
    const leaving = await storeColleague("Lea Leaving", "salesperson");
    const id = await storeListing({ sellerId: leaving.id, dealershipId });
    const buyer = await storePerson("Bea Buyer", { role: "buyer" });
    const bidId = await storeBid({ listingId: id, bidder: buyer, locale: "en", priceCad: 20_000 });
    const successor = await storeColleague("Sam Successor", "salesperson");
    expect(await removeColleague(owner, leaving.id, successor.id)).toEqual({ ok: true });
    const [listing] = await db().select().from(listingTable).where(eq(listingTable.id, id));
    expect(listing?.sellerId).toBe(successor.id);
    expect(await roleOf(leaving.id)).toBeUndefined();
    const declined = await db().transaction((transaction) =>
      answerBid(transaction, { by: successor, bidId, answer: "decline" }),
    );
    expect(declined).toEqual({ ok: true });
    const [bid] = await db().select().from(bidTable).where(eq(bidTable.id, bidId));
    expect(bid?.state).toBe("declined");
  });

  test("stays with the dealership when an account is closed", async () => {
    const closing = await storeColleague("Cleo Closing", "manager");
    const id = await storeListing({ sellerId: closing.id, dealershipId });
    expect(await closeAccount(closing)).toEqual({ ok: true });
    const [listing] = await db().select().from(listingTable).where(eq(listingTable.id, id));
    expect(listing?.sellerId).toBe(owner.id);
  });
});

describe("a team", () => {
  test("never loses its last owner", async () => {
    expect(await changeColleagueRole(owner, owner.id, "reader")).toMatchObject({
      code: "own_role",
    });
    const second = await storeColleague("Sol Second", "owner");
    const results = await Promise.all([
      changeColleagueRole(owner, second.id, "reader"),
      changeColleagueRole(second, owner.id, "reader"),
    ]);
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    const owners = (await listTeam(dealershipId)).filter(({ role }) => role === "owner");
    expect(owners).toHaveLength(1);
    await db()
      .update(dealershipMemberTable)
      .set({ role: "owner" })
      .where(eq(dealershipMemberTable.userId, owner.id));
  });

  test("whose only owner moves to another dealership gets its first member as owner", async () => {
    const { id: left } = await storeDealershipRow({ name: "Left Auto" });
    const { id: joined } = await storeDealershipRow({ name: "Joined Auto" });
    const [first, second] = [
      await storePerson("Fay First", { role: "dealer" }),
      await storePerson("Sid Second", { role: "dealer" }),
    ];
    for (const person of [first, second]) await joinDealership(db(), person.id, left);
    const id = await storeListing({ sellerId: first.id, dealershipId: left });
    expect(await giveRole(db(), first.email, "dealer", "Joined Auto")).toEqual({ ok: true });
    expect(await listMemberRoles(db(), left)).toEqual([{ userId: second.id, role: "owner" }]);
    expect(await listMemberRoles(db(), joined)).toEqual([{ userId: first.id, role: "owner" }]);
    const [listing] = await db().select().from(listingTable).where(eq(listingTable.id, id));
    expect(listing?.sellerId).toBe(second.id);
  });

  test("is changed by no manager, whatever is posted", async () => {
    const manager = await storeColleague("Max Manager", "manager");
    expect(await removeColleague(manager, owner.id, manager.id)).toMatchObject({
      code: "not_permitted",
    });
  });
});
