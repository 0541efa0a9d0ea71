// `npm run role` and `node build/server/role.js`: gives an account another role.
import { resolve } from "node:path";
import { issueEnrolmentPath } from "#domain/identity/factor-enrolment.server.ts";
import { owesSecondFactor } from "#domain/identity/permission.ts";
import { findUserByEmail } from "#domain/identity/user.server.ts";
import { giveRole } from "#domain/people/change-role.server.ts";
import { closeDatabase, connectDatabase } from "#platform/database/database.server.ts";
import { startOwnPostgres } from "#platform/database/own-postgres.server.ts";
import { isRole, type Role, ROLES } from "#values/role.ts";
import { openVault, readEnvironment } from "./operator-tools.ts";
import { explainFailure } from "./refusal.ts";

const [email = "", role = "", dealership] = process.argv.slice(2);
if (!email.includes("@") || !isRole(role)) {
  console.error(`Usage: npm run role -- EMAIL ROLE, where ROLE is ${ROLES.join(", ")}.`);
  console.error(
    'A dealer works for a dealership: npm run role -- EMAIL dealer "Name of the dealership".',
  );
  process.exit(2);
}
try {
  process.exitCode = await changeRole(role);
} catch (error) {
  console.error(explainFailure(error));
  process.exitCode = 1;
}

/** @returns the command's exit code */
async function changeRole(role: Role): Promise<0 | 1> {
  const env = readEnvironment();
  const own = env.DATABASE_URL
    ? undefined
    : await startOwnPostgres({ dataDirectory: resolve(env.DATA_DIR), log: console.log });
  try {
    await openVault(env);
    const database = connectDatabase(own?.url ?? env.DATABASE_URL ?? "");
    const given = await giveRole(database, email, role, dealership);
    const refused = {
      no_such_account: `There is no account of ${email}.`,
      not_confirmed: `${email} has not confirmed its address yet: the link is in the e-mail from signing up.`,
      no_such_dealership: `There is no dealership named "${dealership}".`,
    };
    console.log(given.ok ? `${email} is ${role} now.` : refused[given.code]);
    const person = given.ok && owesSecondFactor(role) ? await findUserByEmail(email) : null;
    if (person && !person.twoFactorEnabled) {
      const origin = env.SITE_URL ?? "";
      const address =
        origin.replace(/\/$/, "") +
        (await issueEnrolmentPath(person, { kind: "operator", accountId: null }));
      console.log(`They set up their second factor at this address, signed in, within three days:`);
      console.log(address);
      console.log("It works once. Hand it over yourself, and not by e-mail.");
    }
    return given.ok ? 0 : 1;
  } finally {
    await closeDatabase();
    await own?.stop();
  }
}
