// `npm run role` and `node build/server/role.js`: gives an account another role.
import { resolve } from "node:path";
import { issueEnrolmentPath } from "#domain/identity/factor-enrolment.server.ts";
import { owesSecondFactor } from "#domain/identity/permission.ts";
import { findUserByEmail } from "#domain/identity/user.server.ts";
import { giveRole } from "#domain/people/change-role.server.ts";
import { closeDatabase, connectDatabase } from "#platform/database/database.server.ts";
import { startOwnPostgres } from "#platform/database/own-postgres.server.ts";
import { readEnv } from "#platform/env/env.server.ts";
import { startVault } from "#platform/vault/vault.server.ts";
import { isRole, ROLES } from "#values/role.ts";

const [email = "", role = "", dealership] = process.argv.slice(2);
if (!email.includes("@") || !isRole(role)) {
  console.error(`Usage: npm run role -- EMAIL ROLE, where ROLE is ${ROLES.join(", ")}.`);
  console.error(
    'A dealer works for a dealership: npm run role -- EMAIL dealer "Name of the dealership".',
  );
  process.exit(2);
}
const dataDirectory = resolve(process.env.DATA_DIR || "./data");
const own = process.env.DATABASE_URL
  ? undefined
  : await startOwnPostgres({ dataDirectory, log: console.log });
try {
  const read = readEnv(process.env);
  if (!read.ok) throw new Error(read.problems.join("\n"));
  const keys = await startVault(read.env, { mayCreate: false });
  if (!keys.ok) throw new Error(keys.detail);
  const given = await giveRole(
    connectDatabase(own?.url ?? process.env.DATABASE_URL ?? ""),
    email,
    role,
    dealership,
  );
  const refused = {
    no_such_account: `There is no account of ${email}.`,
    not_confirmed: `${email} has not confirmed its address yet: the link is in the e-mail from signing up.`,
    no_such_dealership: `There is no dealership named "${dealership}".`,
  };
  console.log(given.ok ? `${email} is ${role} now.` : refused[given.code]);
  const person = given.ok && owesSecondFactor(role) ? await findUserByEmail(email) : null;
  if (person && !person.twoFactorEnabled) {
    const origin = read.env.SITE_URL ?? "";
    const address =
      origin.replace(/\/$/, "") +
      (await issueEnrolmentPath(person, { kind: "operator", accountId: null }));
    console.log(`They set up their second factor at this address, signed in, within three days:`);
    console.log(address);
    console.log("It works once. Hand it over yourself, and not by e-mail.");
  }
  process.exitCode = given.ok ? 0 : 1;
} finally {
  await closeDatabase();
  await own?.stop();
}
