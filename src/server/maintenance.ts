// The operator's commands, which bin/maintain.mjs starts (package.json). They run beside the site.
import { formatAuditHead, parseAuditHead } from "#domain/audit/audit.ts";
import { describeAuditFault, verifyAudit } from "#domain/audit/verify-audit.server.ts";
import { lintAds } from "./ads-lint.ts";
import { backUp, restore } from "./backup-commands.ts";
import { describeNewestBackup } from "./doctor-backups.ts";
import { examineConfiguration } from "./doctor.ts";
import { addKey, checkKeys, createKeys, rotateKeys } from "./key-commands.ts";
import { openVault, readEnvironment, withDatabase } from "./operator-tools.ts";
import { explainFailure, Refusal } from "./refusal.ts";
import { assignRole } from "./assign-role.ts";
import { setUp } from "./set-up.ts";
import { AUDIT_YEARS } from "#values/retention.ts";

/** A command's exit code: 0 if all is well, 1 if something was found, 2 for wrong parameters. */
type Command = (parameters: readonly string[]) => Promise<0 | 1 | 2>;

const COMMANDS: ReadonlyMap<string, Command> = new Map<string, Command>([
  ["audit:verify", verifyRecords],
  ["keys:create", createKeys],
  ["key:new", addKey],
  ["key:rotate", rotateKeys],
  ["key:check", checkKeys],
  ["backup", backUp],
  ["restore", restore],
  ["doctor", examine],
  ["role", assignRole],
  ["setup", setUp],
  ["ads:lint", lintAds],
]);

const [name = "", ...parameters] = process.argv.slice(2);
try {
  const command = COMMANDS.get(name);
  if (!command)
    throw new Refusal(`There is no ${name}; there is ${[...COMMANDS.keys()].join(", ")}.`);
  process.exitCode = await command(parameters);
} catch (error) {
  console.error(explainFailure(error));
  process.exitCode = 2;
}

/**
 * Checks the audit log. With a head that was noted earlier (`npm run audit:verify -- 1204:…`) it
 * also checks that the log still contains that head: a cut-off end leaves no other trace.
 */
async function verifyRecords([noted]: readonly string[]) {
  const head = noted === undefined ? undefined : parseAuditHead(noted);
  if (head === null) {
    console.error(
      "Usage: npm run audit:verify [-- HEAD], where HEAD is what an earlier run printed.",
    );
    return 2;
  }
  const env = readEnvironment();
  await openVault(env);
  const check = await withDatabase(env, (database) => verifyAudit(database, head));
  for (const fault of check.faults) console.error(describeAuditFault(fault));
  if (check.faults.length > 0) return 1;
  if (check.forgotten > 0) {
    console.log(
      `The oldest ${check.forgotten} records were deleted after ${AUDIT_YEARS} years; the log begins after them.`,
    );
  }
  console.log(
    check.head
      ? `${check.count} records, and each follows the one before it. Keep this head outside the database; a later check then tells whether records were cut off at the end:\n${formatAuditHead(check.head)}`
      : "There is no record yet.",
  );
  return 0;
}

/**
 * Prints one sentence for everything that is missing, unsafe or unusual in the configuration,
 * before the site serves people.
 */
async function examine() {
  const env = readEnvironment();
  if (env.DEMO) {
    console.log(
      "This starts the demonstration: everybody knows its passwords and can read its mail. For real visitors, set DEMO=0; the findings below are about that.\n",
    );
  }
  const findings = await examineConfiguration(env);
  const titles = { unsafe: "Unsafe", missing: "Missing", unusual: "Unusual" } as const;
  for (const { kind, text, line } of findings) {
    console.log(`${titles[kind]}: ${text}\n    ${line}\n`);
  }
  const backup = await describeNewestBackup(env);
  if (backup) console.log(`${backup}\n`);
  if (findings.length === 0) console.log("Nothing is missing, unsafe or unusual.");
  return findings.some(({ kind }) => kind === "unsafe") ? 1 : 0;
}
