import { issueEnrolmentPath } from "#domain/identity/factor-enrolment.server.ts";
import { findUserByEmail } from "#domain/identity/user.server.ts";
import { giveRole } from "#domain/people/change-role.server.ts";
import { isRole, ROLE_RULES, ROLES } from "#values/role.ts";
import { openVault, readEnvironment, withDatabase } from "./operator-tools.ts";

/**
 * `npm run role -- EMAIL ROLE`: gives an account another role, most importantly the first
 * administrator's. A dealer needs the dealership that they work for: `npm run role -- EMAIL dealer
 * "Name"`.
 * @returns the command's exit code
 */
export async function assignRole(parameters: readonly string[]): Promise<0 | 1 | 2> {
  const [email = "", role = "", dealership] = parameters;
  if (!email.includes("@") || !isRole(role)) {
    console.error(`Usage: npm run role -- EMAIL ROLE, where ROLE is ${ROLES.join(", ")}.`);
    console.error(
      'A dealer works for a dealership: npm run role -- EMAIL dealer "Name of the dealership".',
    );
    return 2;
  }
  const env = readEnvironment();
  await openVault(env);
  return withDatabase(env, async (database) => {
    const input = await giveRole(database, email, role, dealership);
    const refused = {
      no_such_account: `There is no account of ${email}.`,
      not_confirmed: `${email} has not confirmed its address yet: the link is in the email from signing up.`,
      no_such_dealership: `There is no dealership named "${dealership}".`,
    };
    console.log(input.ok ? `${email} is ${role} now.` : refused[input.code]);
    const person =
      input.ok && ROLE_RULES[role].owesSecondFactor ? await findUserByEmail(email) : null;
    if (person && !person.twoFactorEnabled) {
      const origin = env.SITE_URL ?? "";
      const address =
        origin.replace(/\/$/, "") +
        (await issueEnrolmentPath(person, { kind: "operator", accountId: null }));
      console.log(`They set up their second factor at this address, signed in, within three days:`);
      console.log(address);
      console.log("It works once. Hand it over yourself, and not by email.");
    }
    return input.ok ? 0 : 1;
  });
}
