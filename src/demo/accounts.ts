import type { SignedInUser } from "#platform/request/visitor.server.ts";
import type { Role } from "#values/role.ts";
import { demoId } from "./demo-id.ts";
import { DEMO_ACCOUNTS, type DemoPerson } from "./people.ts";

export const accountUserId = (email: string) => demoId("user", email);
export const personUserId = (person: DemoPerson) => demoId("user", person.key);

/** A demo account as the signed-in user. */
export function demoMember(role: Role): SignedInUser & { id: string } {
  const account = DEMO_ACCOUNTS.find((each) => each.role === role);
  if (!account) throw new Error(`The demo has no ${role}.`);
  const { name, email, phone, locale } = account;
  return { id: accountUserId(email), name, email, role, phone, locale, isDemo: true };
}

/** A demo person without a password, as a user; nobody can sign in as them. */
export function demoPerson(person: DemoPerson): SignedInUser {
  const { key, name, phone, locale } = person;
  const email = `${key}@example.com`;
  return { id: personUserId(person), name, email, role: "seller", phone, locale, isDemo: true };
}

/** The id of a staff account of the demo; they take turns. */
export function staffId(turn: number): string {
  const staff = DEMO_ACCOUNTS.filter(({ role }) => role === "staff");
  const member = staff[turn % staff.length];
  if (!member) throw new Error("The demo has no staff.");
  return accountUserId(member.email);
}
