import { availableParallelism } from "node:os";
import { z } from "zod";
import { splitHosts } from "#platform/database/database-hosts.ts";
import { parseImapUrl } from "#platform/imap/imap-url.ts";
import { parseProxyTrust } from "#platform/request/proxy-trust.ts";
import { readSecretFiles, type Variables } from "./secret-files.server.ts";

/**
 * All environment variables, read once at boot. Wrong values stop the start, with one sentence for
 * each and never a stack trace.
 */
const flag = z.enum(["0", "1"]).transform((value) => value === "1");
const port = z
  .string()
  .regex(/^\d+$/)
  .transform(Number)
  .refine((value) => value >= 0 && value <= 65_535);
const httpUrl = z
  .url({ protocol: /^https?$/ })
  .refine((value) => URL.canParse(value) && new URL(value).pathname === "/");

const MOST_WORKERS = 64;
const workers = z
  .string()
  .regex(/^(auto|[1-9]\d?)$/)
  .transform((value) => (value === "auto" ? availableParallelism() : Number(value)))
  .refine((value) => value <= MOST_WORKERS);

const ADDRESS = z.url({ protocol: /^postgres(ql)?$/ });
const databaseUrl = z
  .string()
  .refine((value) => splitHosts(value).every((each) => ADDRESS.safeParse(each).success));
const databaseUrls = z
  .string()
  .transform((value) => value.split(/[\s,]+/).filter(Boolean))
  .pipe(z.array(ADDRESS));

const proxyTrust = z
  .string()
  .default("loopback")
  .transform((setting, context) => {
    const trust = parseProxyTrust(setting);
    if (trust) return trust;
    context.issues.push({ code: "custom", input: setting });
    return z.NEVER;
  });

const environmentSchema = z.object({
  NODE_ENV: z.string().optional(),
  PORT: port.default(3000),
  HOST: z.string().default("127.0.0.1"),
  DATA_DIR: z.string().default("./data"),
  WORKERS: workers.default(1),
  DATABASE_URL: databaseUrl.optional(),
  MIGRATE_DATABASE_URL: databaseUrl.optional(),
  DATABASE_READ_URLS: databaseUrls.default([]),
  DEMO: flag.optional(),
  DRAW_AHEAD: flag.default(true),
  OFFLINE_PAGE: flag.default(true),
  DISK_WARNING_MB: z
    .string()
    .regex(/^\d{1,7}$/)
    .default("1024")
    .transform(Number),
  SEARCH_INDEX_FROM_CARS: z
    .string()
    .regex(/^\d{1,9}$/)
    .default("50000")
    .transform(Number),
  SITE_URL: httpUrl.optional(),
  KEY_FILE: z.string().optional(),
  BACKUPS: z.enum(["daily", "manual", "off"]).optional(),
  BACKUP_DIR: z.string().optional(),
  BACKUP_S3_URL: z.url({ protocol: /^s3(\+http)?$/ }).optional(),
  BACKUP_KEY_FILE: z.string().optional(),
  TRUST_PROXY: proxyTrust,
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().min(3).optional(),
  REPLY_ADDRESS: z
    .string()
    .regex(/^[^\s@+]{1,20}@[^\s@]+\.[^\s@]+$/)
    .optional(),
  INBOUND_EMAIL_SECRET: z.string().min(32).optional(),
  IMAP_URL: z
    .string()
    .refine((value) => parseImapUrl(value) !== null)
    .optional(),
  SMS_URL: z.url({ protocol: /^twilio(\+http)?$/ }).optional(),
  SMS_DAILY_BUDGET: z
    .string()
    .regex(/^\d{1,7}$/)
    .default("500")
    .transform(Number),
  PUSH_SERVICES: z
    .string()
    .transform((value) => value.split(/[\s,]+/).filter(Boolean))
    .pipe(z.array(httpUrl.transform((value) => new URL(value).origin)))
    .default([]),
  DELIVERY_HOSTS: z
    .string()
    .transform((value) => value.split(/[\s,]+/).filter(Boolean))
    .pipe(z.array(z.string().regex(/^[a-z\d.-]+(:\d{1,5})?$/)))
    .default([]),
  S3_URL: z.url({ protocol: /^s3(\+http)?$/ }).optional(),
  LISTING_REVIEW: flag.optional(),
  GEOAPIFY_KEY: z.string().optional(),
  GEOAPIFY_URL: z.url({ protocol: /^https?$/ }).optional(),
  PASSWORD_RANGE_URL: z.url({ protocol: /^https?$/ }).optional(),
  SPREADSHEET_URL: z.url({ protocol: /^https?$/ }).optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_URL: httpUrl.optional(),
  REVIEWS_PAGE_URL: z.url({ protocol: /^https$/ }).optional(),
  REVIEWS_WIDGET_URL: z.url({ protocol: /^https$/ }).optional(),
  CHAT_NUMBER: z
    .string()
    .regex(/^\+?\d{8,15}$/)
    .optional(),
});

/** The variables that contain a secret. Each may be in a file instead (secret-files.server.ts). */
export const SECRETS = [
  "DATABASE_URL",
  "MIGRATE_DATABASE_URL",
  "DATABASE_READ_URLS",
  "BACKUP_S3_URL",
  "SMTP_URL",
  "INBOUND_EMAIL_SECRET",
  "IMAP_URL",
  "SMS_URL",
  "S3_URL",
  "GEOAPIFY_KEY",
  "SPREADSHEET_URL",
  "GOOGLE_CLIENT_SECRET",
] as const satisfies readonly (keyof typeof environmentSchema.shape)[];

/** The error texts. Variables that are not listed here accept any text. */
const WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    PORT: "PORT must be a whole number from 0 to 65535",
    DATABASE_URL: "DATABASE_URL must look like postgres://user:password@host:5432/name",
    MIGRATE_DATABASE_URL:
      "MIGRATE_DATABASE_URL must name the database of DATABASE_URL with the role that owns it, such as postgres://owner:password@host:5432/name",
    DATABASE_READ_URLS:
      "DATABASE_READ_URLS must be addresses of replicas of DATABASE_URL, with spaces or commas between, each such as postgres://user:password@host:5432/name",
    WORKERS: `WORKERS must be how many processes serve, from 1 to ${MOST_WORKERS}, or auto, for as many as there are cores`,
    DEMO: "DEMO must be 1 or 0",
    DISK_WARNING_MB:
      "DISK_WARNING_MB must be the free space in megabytes below which the log warns, such as 1024",
    OFFLINE_PAGE: "OFFLINE_PAGE must be 1 (browsers keep a page for when they are offline) or 0",
    DRAW_AHEAD: "DRAW_AHEAD must be 1 (draw the demo's pictures before anybody asks) or 0",
    SEARCH_INDEX_FROM_CARS:
      "SEARCH_INDEX_FROM_CARS must be how many cars for sale there must be before each process keeps an index of them in memory, such as 50000",
    SITE_URL: "SITE_URL must be the site's origin, such as https://cars.example.ca, without a path",
    TRUST_PROXY:
      "TRUST_PROXY must be loopback, or addresses and CIDR blocks such as 10.0.0.0/8, with commas between",
    LOG_LEVEL: "LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent",
    SMTP_URL: "SMTP_URL must look like smtp://user:password@host:587 or smtps://…",
    MAIL_FROM: "MAIL_FROM must be the sender, such as Rouvia <hello@example.ca>",
    REPLY_ADDRESS:
      "REPLY_ADDRESS must be a bare address at which answers arrive, such as reply@in.example.ca; what follows a + is ours",
    IMAP_URL: "IMAP_URL must look like imaps://user:password@host:993/INBOX",
    INBOUND_EMAIL_SECRET: "INBOUND_EMAIL_SECRET must have 32 or more characters",
    SMS_URL:
      "SMS_URL must look like twilio://ACCOUNT_SID:AUTH_TOKEN@api.twilio.com?from=%2B14165550123",
    SMS_DAILY_BUDGET:
      "SMS_DAILY_BUDGET must be how many codes may be sent by SMS in a day, such as 500",
    PUSH_SERVICES:
      "PUSH_SERVICES must be origins of push services, with spaces or commas between, each such as https://push.example.com",
    DELIVERY_HOSTS:
      "DELIVERY_HOSTS must be hosts with spaces or commas between, each such as crm.internal:8443",
    S3_URL: "S3_URL must look like s3://KEY:SECRET@host/bucket?region=ca-central-1",
    BACKUPS:
      "BACKUPS must be daily (the site backs itself up), manual (when an administrator asks) or off",
    BACKUP_S3_URL: "BACKUP_S3_URL must look like s3://KEY:SECRET@host/bucket?region=ca-central-1",
    LISTING_REVIEW: "LISTING_REVIEW must be 1 (staff approve each listing) or 0",
    GEOAPIFY_URL: "GEOAPIFY_URL must be an http(s) address",
    PASSWORD_RANGE_URL:
      "PASSWORD_RANGE_URL must be an http(s) address, such as https://api.pwnedpasswords.com",
    SPREADSHEET_URL: "SPREADSHEET_URL must be the http(s) address of the spreadsheet's web app",
    GOOGLE_URL: "GOOGLE_URL must be the origin of an OpenID provider in Google's place",
    REVIEWS_PAGE_URL: "REVIEWS_PAGE_URL must be an https address",
    REVIEWS_WIDGET_URL: "REVIEWS_WIDGET_URL must be an https address",
    CHAT_NUMBER: "CHAT_NUMBER must be a phone number in international form, such as +14165550123",
  }),
);

export type Env = Omit<z.infer<typeof environmentSchema>, "DEMO" | "NODE_ENV"> & { DEMO: boolean };

type EnvResult = { ok: true; env: Env } | { ok: false; problems: string[] };

/**
 * Reads the environment, and the files that it names for secrets. Empty variables count as absent,
 * because shells and compose files leave them empty.
 */
export function readEnv(variables: Variables): EnvResult {
  const whole = readSecretFiles(variables, SECRETS);
  const present = Object.fromEntries(
    Object.entries(whole.variables).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = environmentSchema.safeParse(present);
  const wrong = (parsed.error?.issues ?? []).map((issue) => String(issue.path[0]));
  const problems = [
    ...whole.problems,
    ...[...new Set(wrong)].map((name) => `${WORDS.get(name) ?? `${name} is not right`}.`),
  ];
  if (!parsed.success || problems.length > 0) return { ok: false, problems };
  const { NODE_ENV, DEMO, ...rest } = parsed.data;
  return { ok: true, env: { ...rest, DEMO: DEMO ?? NODE_ENV !== "production" } };
}

/** Why the site must not serve people with these settings, as one sentence; null if it may. */
export function refuseUnsafeAddress({ DEMO, SITE_URL }: Pick<Env, "DEMO" | "SITE_URL">) {
  if (DEMO || (SITE_URL && new URL(SITE_URL).protocol === "https:")) return null;
  return "SITE_URL must be the site's https origin, such as https://cars.example.ca, outside demo mode.";
}

let current: Env | undefined;

/** The environment of this process. Boot sets it; reading it earlier is a bug. */
export function env(): Env {
  if (!current) throw new Error("The environment was read before boot.");
  return current;
}

export function setEnv(value: Env): void {
  current = value;
}
