import { randomBytes, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { userTable } from "#domain/identity/identity.table.ts";
import { issueEnrolmentPath } from "#domain/identity/factor-enrolment.server.ts";
import { issueLink } from "#domain/identity/one-time-link.server.ts";
import { findUserByEmail } from "#domain/identity/user.server.ts";
import { giveRole } from "#domain/people/change-role.server.ts";
import { withConnection } from "#platform/database/database.server.ts";
import { prepareDatabase } from "#platform/database/prepare-database.server.ts";
import { type Env, readEnv } from "#platform/env/env.server.ts";
import { loadOrCreateKeyFile } from "#platform/vault/key-file.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { readEmail } from "#values/email.ts";
import { isLocale, type Locale } from "#values/locale.ts";
import { openVault, withDatabase } from "./operator-tools.ts";
import { Refusal } from "./refusal.ts";

type Variables = Record<string, string>;
export type Ask = (question: string) => Promise<string>;
type Question = {
  name: string;
  text: string;
  byDefault?: string;
  isOptional?: true;
  /** Why an answer is refused; undefined if it is not. */
  check?: (answer: string) => Promise<string | undefined> | string | undefined;
};

const QUESTIONS: readonly Question[] = [
  {
    name: "SITE_URL",
    text: "The site's address, such as https://cars.example.ca",
    check: (answer) =>
      URL.canParse(answer) && new URL(answer).protocol === "https:"
        ? undefined
        : "It must begin with https://",
  },
  {
    name: "MIGRATE_DATABASE_URL",
    text: "An empty PostgreSQL database as its owner, who may create roles and databases: postgres://owner:password@host/name",
    check: canConnect,
  },
  { name: "KEY_FILE", text: "Where the keys are kept", byDefault: "/etc/rouvia/keys.json" },
  { name: "BACKUP_KEY_FILE", text: "The key of backups", byDefault: "/etc/rouvia/backup.key" },
  { name: "DATA_DIR", text: "The folder for data", byDefault: "/var/lib/rouvia/data" },
  {
    name: "SMTP_URL",
    text: "The mail server, such as smtp://user:password@host:587 (Enter: later)",
    isOptional: true,
  },
  {
    name: "MAIL_FROM",
    text: "The sender of emails, such as Cars <hello@example.ca> (Enter: set it in the back office)",
    isOptional: true,
  },
  {
    name: "SMS_URL",
    text: "Twilio, such as twilio://SID:TOKEN@api.twilio.com?from=%2B14165550123 (Enter: later)",
    isOptional: true,
  },
];

/**
 * `npm run setup`, on a terminal: asks what a production site must know before its first start,
 * creates its keys and its database, writes the environment's file, and makes the first
 * administrator.
 */
export async function setUp(): Promise<0 | 1> {
  if (!process.stdin.isTTY)
    throw new Refusal("npm run setup asks questions: run it on a terminal.");
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    await setUpWith((question) => terminal.question(question));
    return 0;
  } finally {
    terminal.close();
  }
}

export async function setUpWith(ask: Ask): Promise<void> {
  const variables: Variables = { NODE_ENV: "production" };
  for (const question of QUESTIONS) {
    const answer = await askUntilRight(ask, question, variables);
    if (answer !== "") variables[question.name] = answer;
  }
  variables["DATABASE_URL"] = asSite(variables["MIGRATE_DATABASE_URL"] ?? "");
  const file = await askUntilRight(ask, {
    name: "",
    text: "The file to write all this to, for systemd or compose",
    byDefault: "/etc/rouvia/environment",
  });
  const email = await askUntilRight(ask, {
    name: "",
    text: "Your email address: you become the first administrator",
    check: (answer) => (readEmail(answer).ok ? undefined : "That is no email address."),
  });
  const name = await askUntilRight(ask, { name: "", text: "Your name" });
  const language = await askUntilRight(ask, {
    name: "",
    text: "Your language on the site, en or fr",
    byDefault: "en",
    check: (answer) => (isLocale(answer) ? undefined : "It is en or fr."),
  });

  const env = readAll(variables);
  await writeFilesAndDatabase(env, file, variables);
  const locale = isLocale(language) ? language : "en";
  const links = await makeAdministrator(env, { email, name, locale });
  console.log(
    [
      `${file} is written, the keys are created, and the database is ready.`,
      `Give ${file}, ${env.KEY_FILE} and ${env.BACKUP_KEY_FILE} to the account that runs the site (chown), and keep a copy of both keys elsewhere.`,
      "Start the site with this environment, then open these two addresses in this order. Each works once.",
      `1. Choose your password, within an hour: ${links.password}`,
      `2. Signed in, set up your second factor, within three days: ${links.factor}`,
      `Then ${new URL(hrefIn(paths.staffCheckList(), locale), env.SITE_URL).href} says what is left to do.`,
    ].join("\n"),
  );
}

/**
 * The keys, the file of the environment and the database. If one of them fails, the files that were
 * created are deleted, so that it can be run again; an earlier file is never changed.
 */
async function writeFilesAndDatabase(env: Env, file: string, variables: Variables): Promise<void> {
  const { MIGRATE_DATABASE_URL: owner = "", DATABASE_URL: site = "" } = variables;
  const files = [env.KEY_FILE ?? "", env.BACKUP_KEY_FILE ?? "", file];
  const created = files.filter((each) => !existsSync(each));
  try {
    await createKeyFiles(env);
    await writeFile(file, writeEnvironment(variables), { mode: 0o600, flag: "wx" });
    await prepareDatabase({ owner, site }, resolve("drizzle"));
    const problem = await canConnect(site);
    if (problem)
      throw new Refusal(
        `The database has the role ${new URL(site).username} already, with another password. Drop that role, or use another database. ${problem}`,
      );
  } catch (error) {
    await Promise.all(created.map((each) => rm(each, { force: true })));
    console.log("Nothing was written. Put this right, then run npm run setup again:");
    throw error;
  }
}

async function askUntilRight(
  ask: Ask,
  { name, text, byDefault, isOptional, check }: Question,
  known: Variables = {},
): Promise<string> {
  for (;;) {
    const typed = (await ask(`${text}${byDefault ? ` [${byDefault}]` : ""}: `)).trim();
    const answer = typed || (byDefault ?? "");
    if (answer === "" && isOptional) return "";
    const problem =
      answer === ""
        ? "Please answer this one."
        : ((await check?.(answer)) ?? (name && findProblem({ ...known, [name]: answer }, name)));
    if (!problem) return answer;
    console.log(problem);
  }
}

/** What the site itself would say of this variable at its start. */
function findProblem(variables: Variables, name: string): string | undefined {
  const read = readEnv(variables);
  return read.ok ? undefined : read.problems.find((problem) => problem.startsWith(name));
}

async function canConnect(url: string): Promise<string | undefined> {
  try {
    await withConnection(url, (client) => client.query("select 1"));
    return undefined;
  } catch (error) {
    return `The database does not answer: ${error instanceof Error ? error.message : "unknown"}`;
  }
}

/** The same database for the site's own role, which the first start creates. */
function asSite(owner: string): string {
  const site = new URL(owner);
  site.username = `${site.username.replace(/_owner$/, "")}_app`;
  site.password = randomBytes(24).toString("base64url");
  return site.href;
}

function readAll(variables: Variables): Env {
  const read = readEnv(variables);
  if (!read.ok) throw new Refusal(read.problems.join("\n"));
  return read.env;
}

/** For systemd's EnvironmentFile and compose's env_file, which both take a line as it is. */
function writeEnvironment(variables: Variables): string {
  return Object.entries(variables)
    .map(([name, value]) => `${name}=${value}\n`)
    .join("");
}

async function createKeyFiles(env: Env): Promise<void> {
  const keys = await loadOrCreateKeyFile(env.KEY_FILE ?? "", {
    production: false,
    dataFolder: resolve(env.DATA_DIR),
  });
  if (!keys.ok) throw new Refusal(keys.detail);
  const backupKey = `${randomBytes(32).toString("base64")}\n`;
  await writeFile(env.BACKUP_KEY_FILE ?? "", backupKey, { mode: 0o600, flag: "wx" });
}

/** An account with a confirmed address and no password, and the links that complete it. */
async function makeAdministrator(
  env: Env,
  { email, name, locale }: { email: string; name: string; locale: Locale },
): Promise<{ password: string; factor: string }> {
  await openVault(env);
  return withDatabase(env, async (database) => {
    await database
      .insert(userTable)
      .values({ id: randomUUID(), name, email: email.toLowerCase(), emailVerified: true, locale })
      .onConflictDoNothing({ target: userTable.email });
    const given = await giveRole(database, email, "admin");
    const user = await findUserByEmail(email);
    if (!given.ok || !user) throw new Refusal(`${email} could not be made an administrator.`);
    const token = await issueLink("reset_password", { userId: user.id, email: user.email });
    const factor = await issueEnrolmentPath(user, { kind: "operator", accountId: null });
    return {
      password: new URL(hrefIn(paths.resetPassword(token), locale), env.SITE_URL).href,
      factor: new URL(hrefIn(factor, locale), env.SITE_URL).href,
    };
  });
}
