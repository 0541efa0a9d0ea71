import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { now } from "#platform/clock/clock.server.ts";
import { type Env, refuseUnsafeAddress } from "#platform/env/env.server.ts";
import pg from "pg";
import { splitHosts } from "#platform/database/database-hosts.ts";
import { findPrimary } from "#platform/database/find-primary.server.ts";
import type { VaultKeys } from "#platform/vault/key-file.server.ts";
import { compareKeys, type KeyDifference } from "#platform/vault/same-keys.server.ts";
import { parseSmtpUrl } from "#platform/email/smtp-url.ts";
import { isLoopback } from "#platform/outgoing/loopback.ts";
import { parseSmsUrl } from "#platform/sms/sms-url.ts";
import { readFreeSpace } from "#platform/storage/disk-space.server.ts";
import { parseS3Url } from "#platform/storage/s3-storage.server.ts";
import type { OperatorDetails } from "#site/site.ts";
import { loadKeys } from "#platform/vault/vault.server.ts";
import { examineBackups } from "./doctor-backups.ts";
import { examineDatabase } from "./doctor-database.ts";
import { examineDetails } from "./doctor-details.ts";
import type { Finding } from "./finding.ts";

/** The findings about a configuration as it would serve real people, even if it is the demo's. */
export async function examineConfiguration(
  env: Env,
  details?: OperatorDetails,
): Promise<Finding[]> {
  const production = { ...env, DEMO: false };
  return [
    ...examineAddress(production),
    ...(await examineKeys(production)),
    ...examineWaysOut(production),
    ...examineOutsideParts(production),
    ...examineRunning(production),
    ...(await examineDisk(production)),
    ...(await examineDatabase(production)),
    ...(await examineBackups(production)),
    ...(await examineDetails(production, details)),
  ];
}

/** The reasons that stop a start outside demo mode, one line each; null if there are none. */
export async function refuseUnsafe(env: Env): Promise<string | null> {
  if (env.DEMO) return null;
  const unsafe = (await examineConfiguration(env)).filter(({ kind }) => kind === "unsafe");
  return unsafe.length > 0 ? unsafe.map(({ text }) => text).join("\n") : null;
}

/**
 * Addresses that are reserved for documentation (RFC 5737 and 3849): they stand for the open
 * internet, and no proxy has one.
 */
const STRANGERS = ["192.0.2.1", "198.51.100.1", "203.0.113.1", "2001:db8::1"];

function examineAddress(env: Env): Finding[] {
  const findings: Finding[] = [];
  const refused = refuseUnsafeAddress(env);
  if (refused) {
    findings.push({ kind: "unsafe", text: refused, line: "SITE_URL=https://cars.example.ca" });
  }
  if (STRANGERS.some((address) => env.TRUST_PROXY(address))) {
    findings.push({
      kind: "unsafe",
      text: "TRUST_PROXY trusts the whole internet as your proxy: anybody could claim any address, and no rate limit would hold.",
      line: "TRUST_PROXY=loopback",
    });
  }
  if (!isLoopback(env.HOST) && !env.TRUST_PROXY("10.0.0.1") && !env.TRUST_PROXY("172.18.0.1")) {
    findings.push({
      kind: "unusual",
      text: "HOST lets other machines connect, but TRUST_PROXY trusts only this one: behind a proxy elsewhere, every visitor would seem to come from that proxy, without encryption.",
      line: "TRUST_PROXY=10.0.0.0/8",
    });
  }
  return findings;
}

/** How long a backup still opens what the site has deleted: docs/decisions/0018. */
const KEYS_ARE_OLD_MS = 90 * 24 * 60 * 60_000;

async function examineKeys(env: Env): Promise<Finding[]> {
  const line = "KEY_FILE=/etc/rouvia/keys.json";
  if (!env.KEY_FILE) {
    return [
      {
        kind: "unsafe",
        text: "KEY_FILE must name the file with the keys of sealed answers, outside DATA_DIR; npm run key:new makes one.",
        line,
      },
    ];
  }
  const keys = await loadKeys(env, { mayCreate: false });
  if (!keys.ok) return [{ kind: "unsafe", text: keys.detail, line: keys.remedy ?? line }];
  const difference = env.DATABASE_URL ? await compareWithOthers(env.DATABASE_URL, keys.keys) : null;
  if (difference) return [{ kind: "unsafe", text: KEY_DIFFERENCES[difference], line }];
  const { mtime } = await stat(env.KEY_FILE);
  if (now().getTime() - mtime.getTime() < KEYS_ARE_OLD_MS) return [];
  return [
    {
      kind: "unusual",
      text: "The newest key is more than 90 days old: answers deleted since then can still be opened from a database backup of that age.",
      line: "npm run key:new && npm run key:rotate -- --destroy-old",
    },
  ];
}

const KEY_DIFFERENCES: Record<KeyDifference, string> = {
  other_site:
    "Another process of this site is at work with other keys than those in KEY_FILE: copy its key file to this machine.",
  key_missing:
    "Another process of this site seals with a key that KEY_FILE does not hold yet: copy its key file to this machine.",
};

/** Null also if the database does not respond, which another check reports. */
async function compareWithOthers(url: string, keys: VaultKeys): Promise<KeyDifference | null> {
  try {
    const connectionString = await findPrimary(url);
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
    await client.connect();
    try {
      return await compareKeys(keys, client);
    } finally {
      await client.end();
    }
  } catch {
    return null;
  }
}

/** The settings for e-mail and SMS. Without these, people can do less than the pages offer. */
function examineWaysOut({ SMTP_URL, MAIL_FROM, SMS_URL }: Env): Finding[] {
  const findings: Finding[] = [];
  const smtp = SMTP_URL === undefined ? undefined : parseSmtpUrl(SMTP_URL);
  const line = "SMTP_URL=smtp://user:password@mail.example.ca:587";
  if (!smtp) {
    findings.push({
      kind: "missing",
      text: "SMTP_URL is not set: no email goes out, so nobody can confirm an address or reset a password, and dealerships don't get their leads.",
      line,
    });
  } else if (!smtp.ok) {
    findings.push({ kind: "missing", text: `SMTP_URL is not right: ${smtp.detail}.`, line });
  } else if (smtp.server.encryption === "none" && !isLoopback(smtp.server.host)) {
    findings.push({
      kind: "unusual",
      text: "SMTP_URL sends mail to another machine unencrypted: anybody on the way can read it.",
      line,
    });
  }
  if (SMTP_URL && !MAIL_FROM) {
    findings.push({
      kind: "missing",
      text: "MAIL_FROM is not set: mail servers refuse mail without a sender address.",
      line: "MAIL_FROM=Rouvia <hello@example.ca>",
    });
  }
  const sms = SMS_URL === undefined ? undefined : parseSmsUrl(SMS_URL);
  if (!sms || !sms.ok) {
    findings.push({
      kind: "missing",
      text: sms
        ? `SMS_URL is not right: ${sms.detail}.`
        : "SMS_URL is not set: no code goes out, so nobody can finish a pre-approval or prove a number.",
      line: "SMS_URL=twilio://ACCOUNT_SID:AUTH_TOKEN@api.twilio.com?from=%2B14165550123",
    });
  }
  return findings;
}

/**
 * Findings about test servers in the place of real providers, and about unencrypted connections to
 * providers.
 */
function examineOutsideParts(env: Env): Finding[] {
  const findings: Finding[] = [];
  const addresses = [
    ["GEOAPIFY_URL", env.GEOAPIFY_URL],
    ["PASSWORD_RANGE_URL", env.PASSWORD_RANGE_URL],
    ["SPREADSHEET_URL", env.SPREADSHEET_URL],
  ] as const;
  for (const [name, address] of addresses) {
    if (!address) continue;
    const { protocol, hostname } = new URL(address);
    if (protocol === "https:" || isLoopback(hostname)) continue;
    findings.push({
      kind: "unsafe",
      text: `${name} goes over the network in clear: what people answer could be read and changed on the way.`,
      line: `${name}=https://…`,
    });
  }
  if (env.S3_URL) {
    const read = parseS3Url(env.S3_URL);
    if (!read.ok) {
      findings.push({
        kind: "unsafe",
        text: `S3_URL is not right: ${read.detail}.`,
        line: "S3_URL=s3://KEY:SECRET@host/bucket?region=ca-central-1",
      });
    }
  }
  if (env.GOOGLE_URL) {
    findings.push({
      kind: "unsafe",
      text: "GOOGLE_URL replaces Google: whoever runs that server can sign in as anybody who uses Google here.",
      line: "GOOGLE_URL=",
    });
  }
  if (Boolean(env.GOOGLE_CLIENT_ID) !== Boolean(env.GOOGLE_CLIENT_SECRET)) {
    findings.push({
      kind: "missing",
      text: "GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET belong together: with one of them nobody is offered Google.",
      line: env.GOOGLE_CLIENT_ID ? "GOOGLE_CLIENT_SECRET=…" : "GOOGLE_CLIENT_ID=…",
    });
  }
  return findings;
}

async function examineDisk({ DATA_DIR, DISK_WARNING_MB }: Env): Promise<Finding[]> {
  const free = await readFreeSpace(resolve(DATA_DIR));
  if (free === null || free >= DISK_WARNING_MB * 1024 * 1024) return [];
  return [
    {
      kind: "unusual",
      text: `The disk of DATA_DIR has ${Math.floor(free / 1024 / 1024)} MB left, less than DISK_WARNING_MB: once it is full, nothing more can be saved.`,
      line: `DISK_WARNING_MB=${DISK_WARNING_MB}`,
    },
  ];
}

/**
 * Findings about connections to the database: passwords, codes and answers pass over them before
 * they are sealed.
 */
function examineDatabaseWay(env: Env): Finding[] {
  const { DATABASE_URL, MIGRATE_DATABASE_URL, DATABASE_READ_URLS } = env;
  const ways = {
    DATABASE_URL: DATABASE_URL ? splitHosts(DATABASE_URL) : [],
    MIGRATE_DATABASE_URL: MIGRATE_DATABASE_URL ? splitHosts(MIGRATE_DATABASE_URL) : [],
    DATABASE_READ_URLS,
  };
  return Object.entries(ways).flatMap(([name, addresses]) =>
    addresses.some(isInClear)
      ? [
          {
            kind: "unsafe",
            text: `${name} goes to another machine without TLS: whoever is on the way reads and changes what people answer.`,
            line: `${name}=postgres://…?sslmode=verify-full`,
          },
        ]
      : [],
  );
}

function isInClear(address: string): boolean {
  const url = new URL(address);
  // The host may be a folder with the server's socket, with its slashes escaped.
  const host = decodeURIComponent(url.searchParams.get("host") ?? url.hostname);
  const mode = url.searchParams.get("sslmode") ?? "";
  const isLocal = host === "" || host.startsWith("/") || isLoopback(host);
  return !isLocal && !["require", "verify-ca", "verify-full"].includes(mode);
}

function examineRunning(env: Env): Finding[] {
  const findings: Finding[] = [];
  const { DATABASE_URL, DATABASE_READ_URLS } = env;
  findings.push(...examineDatabaseWay(env));
  if (DATABASE_URL && (DATABASE_READ_URLS.length > 0 || splitHosts(DATABASE_URL).length > 1)) {
    if (!env.S3_URL)
      findings.push({
        kind: "unusual",
        text: "The database has several machines, and uploads lie on this one: another machine of the site would not find them.",
        line: "S3_URL=s3://KEY:SECRET@host/bucket?region=ca-central-1",
      });
  }
  if (env.LOG_LEVEL === "silent" || env.LOG_LEVEL === "fatal") {
    findings.push({
      kind: "unusual",
      text: "LOG_LEVEL keeps errors out of the log: nobody would notice them.",
      line: "LOG_LEVEL=info",
    });
  }
  if (env.LOG_LEVEL === "debug" || env.LOG_LEVEL === "trace") {
    findings.push({
      kind: "unusual",
      text: "LOG_LEVEL is meant for debugging and fills the disk.",
      line: "LOG_LEVEL=info",
    });
  }
  return findings;
}
