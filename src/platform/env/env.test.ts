import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Env, readEnv, refuseUnsafeAddress, SECRETS } from "./env.server.ts";

const DEFAULTS = {
  PORT: 3000,
  HOST: "127.0.0.1",
  DATA_DIR: "./data",
  WORKERS: 1,
  DATABASE_URL: undefined,
  MIGRATE_DATABASE_URL: undefined,
  DATABASE_READ_URLS: [],
  DEMO: true,
  DRAW_AHEAD: true,
  OFFLINE_PAGE: true,
  SEARCH_INDEX_FROM_CARS: 50_000,
  SITE_URL: undefined,
  KEY_FILE: undefined,
  BACKUPS: undefined,
  BACKUP_DIR: undefined,
  BACKUP_S3_URL: undefined,
  BACKUP_KEY_FILE: undefined,
  TRUST_PROXY: expect.any(Function),
  LOG_LEVEL: "info",
  SMTP_URL: undefined,
  MAIL_FROM: undefined,
  REPLY_ADDRESS: undefined,
  INBOUND_EMAIL_SECRET: undefined,
  IMAP_URL: undefined,
  SMS_URL: undefined,
  SMS_DAILY_BUDGET: 500,
  DISK_WARNING_MB: 1024,
  PUSH_SERVICES: [],
  DELIVERY_HOSTS: [],
  S3_URL: undefined,
  LISTING_REVIEW: undefined,
  GEOAPIFY_KEY: undefined,
  GEOAPIFY_URL: undefined,
  PASSWORD_RANGE_URL: undefined,
  SPREADSHEET_URL: undefined,
  GOOGLE_CLIENT_ID: undefined,
  GOOGLE_CLIENT_SECRET: undefined,
  GOOGLE_URL: undefined,
  REVIEWS_PAGE_URL: undefined,
  REVIEWS_WIDGET_URL: undefined,
  CHAT_NUMBER: undefined,
} satisfies Record<keyof Env, unknown>;

const NAMES = Object.keys(DEFAULTS) as (keyof Env)[];

function readGood(variables: Record<string, string | undefined>): Env {
  const read = readEnv(variables);
  if (!read.ok) throw new Error(read.problems.join(" "));
  return read.env;
}

test("nothing set is the demonstration on this machine", () => {
  expect(readGood({})).toEqual(DEFAULTS);
});

test.each(NAMES)(
  "%s left empty counts as not set, as shells and compose files leave it",
  (name) => {
    expect(readGood({ [name]: "" })).toEqual(DEFAULTS);
  },
);

test("what is not ours is not looked at", () => {
  expect(readGood({ PATH: "/bin", SITE_URLS: "nonsense" })).toEqual(DEFAULTS);
});

describe("the demonstration", () => {
  test.each([
    [{}, true],
    [{ NODE_ENV: "development" }, true],
    [{ NODE_ENV: "production" }, false],
    [{ NODE_ENV: "production", DEMO: "1" }, true],
    [{ DEMO: "0" }, false],
  ])("with %j: %j", (variables, isDemo) => expect(readGood(variables).DEMO).toBe(isDemo));
});

test.each([
  [{}, true],
  [{ SITE_URL: "http://localhost:3000" }, true],
  [{ DEMO: "0" }, false],
  [{ DEMO: "0", SITE_URL: "http://cars.example.ca" }, false],
  [{ DEMO: "0", SITE_URL: "https://cars.example.ca" }, true],
])("outside demo mode the site has an https address: %j may serve: %j", (variables, mayServe) => {
  expect(refuseUnsafeAddress(readGood(variables)) === null).toBe(mayServe);
});

describe("what is taken", () => {
  test.each<[keyof Env, string, unknown]>([
    ["PORT", "0", 0],
    ["PORT", "65535", 65_535],
    ["HOST", "0.0.0.0", "0.0.0.0"],
    ["WORKERS", "4", 4],
    ["DATABASE_URL", "postgres://u:p@one:5432,two/cars", "postgres://u:p@one:5432,two/cars"],
    ["DATABASE_READ_URLS", "postgres://a/b, postgres://c/d", ["postgres://a/b", "postgres://c/d"]],
    ["WORKERS", "auto", availableParallelism()],
    ["DATABASE_URL", "postgres://user:secret@db:5432/cars", "postgres://user:secret@db:5432/cars"],
    ["DATABASE_URL", "postgresql:///cars?host=/run", "postgresql:///cars?host=/run"],
    ["SITE_URL", "https://cars.example.ca", "https://cars.example.ca"],
    ["SITE_URL", "http://localhost:3000/", "http://localhost:3000/"],
    ["LOG_LEVEL", "silent", "silent"],
    ["SMTP_URL", "smtps://user:secret@mail.example.ca", "smtps://user:secret@mail.example.ca"],
    [
      "SMS_URL",
      "twilio://AC1:token@api.twilio.com?from=%2B1",
      "twilio://AC1:token@api.twilio.com?from=%2B1",
    ],
    [
      "S3_URL",
      "s3+http://KEY:SECRET@127.0.0.1:9000/cars",
      "s3+http://KEY:SECRET@127.0.0.1:9000/cars",
    ],
    [
      "PUSH_SERVICES",
      "https://push.example.com/, http://127.0.0.1:9000",
      ["https://push.example.com", "http://127.0.0.1:9000"],
    ],
    ["DELIVERY_HOSTS", "crm.internal, 127.0.0.1:9000", ["crm.internal", "127.0.0.1:9000"]],
    ["SMS_DAILY_BUDGET", "0", 0],
    ["DISK_WARNING_MB", "2048", 2_048],
    ["SEARCH_INDEX_FROM_CARS", "0", 0],
    ["SMS_DAILY_BUDGET", "20000", 20_000],
    ["BACKUPS", "daily", "daily"],
    ["BACKUPS", "off", "off"],
    ["BACKUP_S3_URL", "s3://K:S@store.example/backups", "s3://K:S@store.example/backups"],
    ["LISTING_REVIEW", "1", true],
    ["LISTING_REVIEW", "0", false],
    ["DRAW_AHEAD", "0", false],
    ["OFFLINE_PAGE", "0", false],
    ["CHAT_NUMBER", "+14165550123", "+14165550123"],
  ])("%s=%s", (name, value, read) => expect(readGood({ [name]: value })[name]).toEqual(read));
});

/** Each variable: a wrong value, and the sentence that the operator reads. */
const WRONG: Partial<Record<keyof Env, [values: string[], sentence: string]>> = {
  PORT: [
    ["-1", "65536", "80.5", "0x50", "http", " "],
    "PORT must be a whole number from 0 to 65535.",
  ],
  DATABASE_URL: [
    ["mysql://db/cars", "db:5432/cars", "cars"],
    "DATABASE_URL must look like postgres://user:password@host:5432/name.",
  ],
  MIGRATE_DATABASE_URL: [
    ["mysql://db/cars", "cars"],
    "MIGRATE_DATABASE_URL must name the database of DATABASE_URL with the role that owns it, such as postgres://owner:password@host:5432/name.",
  ],
  DEMO: [["yes", "true", "2"], "DEMO must be 1 or 0."],
  OFFLINE_PAGE: [
    ["yes"],
    "OFFLINE_PAGE must be 1 (browsers keep a page for when they are offline) or 0.",
  ],
  DRAW_AHEAD: [
    ["no", "never"],
    "DRAW_AHEAD must be 1 (draw the demo's pictures before anybody asks) or 0.",
  ],
  SITE_URL: [
    ["cars.example.ca", "ftp://cars.example.ca", "https://cars.example.ca/shop", "https://"],
    "SITE_URL must be the site's origin, such as https://cars.example.ca, without a path.",
  ],
  TRUST_PROXY: [
    ["localhost", "10.0.0.0/33", "*", "10.0.0.1;10.0.0.2"],
    "TRUST_PROXY must be loopback, or addresses and CIDR blocks such as 10.0.0.0/8, with commas between.",
  ],
  LOG_LEVEL: [
    ["verbose", "INFO"],
    "LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent.",
  ],
  DATABASE_READ_URLS: [
    ["replica", "postgres://a/b mysql://c/d"],
    "DATABASE_READ_URLS must be addresses of replicas of DATABASE_URL, with spaces or commas between, each such as postgres://user:password@host:5432/name.",
  ],
  WORKERS: [
    ["0", "-1", "65", "1.5", "all"],
    "WORKERS must be how many processes serve, from 1 to 64, or auto, for as many as there are cores.",
  ],
  SMTP_URL: [
    ["https://mail.example.ca", "mail.example.ca:25"],
    "SMTP_URL must look like smtp://user:password@host:587 or smtps://….",
  ],
  MAIL_FROM: [["ab"], "MAIL_FROM must be the sender, such as Rouvia <hello@example.ca>."],
  REPLY_ADDRESS: [
    ["reply", "reply+1@example.ca", "Reply <reply@example.ca>"],
    "REPLY_ADDRESS must be a bare address at which answers arrive, such as reply@in.example.ca; what follows a + is ours.",
  ],
  IMAP_URL: [
    ["https://mail.example.ca", "mail.example.ca:993", "imaps://mail.example.ca"],
    "IMAP_URL must look like imaps://user:password@host:993/INBOX.",
  ],
  INBOUND_EMAIL_SECRET: [["short"], "INBOUND_EMAIL_SECRET must have 32 or more characters."],
  SMS_URL: [
    ["https://api.twilio.com", "AC123:token"],
    "SMS_URL must look like twilio://ACCOUNT_SID:AUTH_TOKEN@api.twilio.com?from=%2B14165550123.",
  ],
  PUSH_SERVICES: [
    ["push.example.com", "https://push.example.com/send"],
    "PUSH_SERVICES must be origins of push services, with spaces or commas between, each such as https://push.example.com.",
  ],
  DELIVERY_HOSTS: [
    ["https://crm.internal", "crm.internal/leads"],
    "DELIVERY_HOSTS must be hosts with spaces or commas between, each such as crm.internal:8443.",
  ],
  SEARCH_INDEX_FROM_CARS: [
    ["-1", "many", "1e5", "50,000"],
    "SEARCH_INDEX_FROM_CARS must be how many cars for sale there must be before each process keeps an index of them in memory, such as 50000.",
  ],
  DISK_WARNING_MB: [
    ["-1", "1 GB", "1.5"],
    "DISK_WARNING_MB must be the free space in megabytes below which the log warns, such as 1024.",
  ],
  SMS_DAILY_BUDGET: [
    ["-1", "1.5", "many", "99999999"],
    "SMS_DAILY_BUDGET must be how many codes may be sent by SMS in a day, such as 500.",
  ],
  S3_URL: [
    ["https://bucket.s3.amazonaws.com", "bucket"],
    "S3_URL must look like s3://KEY:SECRET@host/bucket?region=ca-central-1.",
  ],
  BACKUPS: [
    ["1", "weekly"],
    "BACKUPS must be daily (the site backs itself up), manual (when an administrator asks) or off.",
  ],
  BACKUP_S3_URL: [
    ["https://bucket.s3.amazonaws.com", "bucket"],
    "BACKUP_S3_URL must look like s3://KEY:SECRET@host/bucket?region=ca-central-1.",
  ],
  LISTING_REVIEW: [["yes", "on"], "LISTING_REVIEW must be 1 (staff approve each listing) or 0."],
  GEOAPIFY_URL: [["api.geoapify.com", "ftp://x"], "GEOAPIFY_URL must be an http(s) address."],
  PASSWORD_RANGE_URL: [
    ["api.pwnedpasswords.com", "ftp://x"],
    "PASSWORD_RANGE_URL must be an http(s) address, such as https://api.pwnedpasswords.com.",
  ],
  SPREADSHEET_URL: [
    ["script.google.com/x", "file:///etc/passwd"],
    "SPREADSHEET_URL must be the http(s) address of the spreadsheet's web app.",
  ],
  GOOGLE_URL: [
    ["accounts.google.com", "https://accounts.google.com/path"],
    "GOOGLE_URL must be the origin of an OpenID provider in Google's place.",
  ],
  REVIEWS_PAGE_URL: [
    ["http://reviews.example", "javascript:alert(1)", "reviews"],
    "REVIEWS_PAGE_URL must be an https address.",
  ],
  REVIEWS_WIDGET_URL: [
    ["http://reviews.example", "javascript:alert(1)", "reviews"],
    "REVIEWS_WIDGET_URL must be an https address.",
  ],
  CHAT_NUMBER: [
    ["1234567", "+1 416 555 0123", "+1234567890123456", "call me"],
    "CHAT_NUMBER must be a phone number in international form, such as +14165550123.",
  ],
};

/** These accept any text that is not empty; an empty one counts as not set. */
const TAKE_ANY_TEXT: (keyof Env)[] = [
  "HOST",
  "DATA_DIR",
  "KEY_FILE",
  "BACKUP_DIR",
  "BACKUP_KEY_FILE",
  "GEOAPIFY_KEY",
  "GOOGLE_CLIENT_ID",
  "GOOGLE_CLIENT_SECRET",
];

describe("what is refused", () => {
  const cases = Object.entries(WRONG).flatMap(([name, [values, sentence]]) =>
    values.map((value) => [name, value, sentence] as const),
  );

  test.each(cases)("%s=%s", (name, value, sentence) => {
    expect(readEnv({ [name]: value })).toEqual({ ok: false, problems: [sentence] });
  });

  test("all of it at once, one sentence each, and no value in any of them", () => {
    const wrong = Object.entries(WRONG).map(([name, [[value = ""]]]) => [name, value] as const);
    const read = readEnv(Object.fromEntries(wrong));
    if (read.ok) throw new Error("It was taken.");
    expect(read.problems.toSorted()).toEqual(
      Object.values(WRONG)
        .map(([, sentence]) => sentence)
        .toSorted(),
    );
    const secret = "s3cret-canary";
    const withSecret = readEnv({ DATABASE_URL: `mysql://user:${secret}@db/cars` });
    expect(JSON.stringify(withSecret)).not.toContain(secret);
  });

  test("every variable either can be wrong or takes any text", () => {
    expect([...Object.keys(WRONG), ...TAKE_ANY_TEXT].toSorted()).toEqual(NAMES.toSorted());
  });
});

describe("secrets in files, as Docker and Kubernetes hand them out", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "secret-files-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const CANARY = "s3cret-canary";
  const GOOD = {
    DATABASE_URL: `postgres://site:${CANARY}@db/cars`,
    MIGRATE_DATABASE_URL: `postgres://owner:${CANARY}@db/cars`,
    DATABASE_READ_URLS: `postgres://site:${CANARY}@replica/cars`,
    BACKUP_S3_URL: `s3://K:${CANARY}@store.example/backups`,
    SMTP_URL: `smtps://user:${CANARY}@mail.example.ca`,
    INBOUND_EMAIL_SECRET: `${CANARY} with 32 or more characters`,
    IMAP_URL: `imaps://user:${CANARY}@mail.example.ca`,
    SMS_URL: `twilio://AC1:${CANARY}@api.twilio.com?from=%2B1`,
    S3_URL: `s3://K:${CANARY}@store.example/cars`,
    GEOAPIFY_KEY: CANARY,
    SPREADSHEET_URL: `https://script.google.com/macros/s/${CANARY}/exec`,
    GOOGLE_CLIENT_SECRET: CANARY,
  } satisfies Record<(typeof SECRETS)[number], string>;
  /** None of these is a secret: names, numbers, switches, public addresses and paths. */
  const NO_SECRETS: (keyof Env)[] = [
    ...(["PORT", "HOST", "DATA_DIR", "WORKERS", "DEMO", "DRAW_AHEAD", "OFFLINE_PAGE"] as const),
    ...(["DISK_WARNING_MB", "SEARCH_INDEX_FROM_CARS", "SITE_URL", "TRUST_PROXY"] as const),
    ...(["KEY_FILE", "BACKUPS", "BACKUP_DIR", "BACKUP_KEY_FILE", "LOG_LEVEL"] as const),
    ...(["MAIL_FROM", "SMS_DAILY_BUDGET", "LISTING_REVIEW", "GEOAPIFY_URL"] as const),
    ...(["GOOGLE_CLIENT_ID", "GOOGLE_URL", "REVIEWS_PAGE_URL", "REVIEWS_WIDGET_URL"] as const),
    ...([
      "PASSWORD_RANGE_URL",
      "CHAT_NUMBER",
      "REPLY_ADDRESS",
      "PUSH_SERVICES",
      "DELIVERY_HOSTS",
    ] as const),
  ];

  test("every variable either is such a secret or holds nothing secret", () => {
    expect([...SECRETS, ...NO_SECRETS].toSorted()).toEqual(NAMES.toSorted());
  });

  test.each(SECRETS)("%s is read from the file that its _FILE names", async (name) => {
    const file = join(folder, name);
    await writeFile(file, `${GOOD[name]}\n`);
    const { [name]: value } = readGood({ [name]: GOOD[name] });
    expect(readGood({ [`${name}_FILE`]: file })).toEqual({ ...DEFAULTS, [name]: value });
  });

  test.each(SECRETS)("%s is refused both in a file and beside it", async (name) => {
    const file = join(folder, name);
    await writeFile(file, GOOD[name]);
    expect(readEnv({ [name]: GOOD[name], [`${name}_FILE`]: file })).toEqual({
      ok: false,
      problems: [`${name} and ${name}_FILE are both set: leave one of them out.`],
    });
  });

  test("a file that is missing, empty or holds something else stops the start with a sentence", async () => {
    const at = (name: string) => join(folder, name);
    await writeFile(at("empty"), "\n");
    await writeFile(at("other"), `mysql://${CANARY}`);
    const read = readEnv({
      SMTP_URL_FILE: at("nowhere"),
      GEOAPIFY_KEY_FILE: at("empty"),
      DATABASE_URL_FILE: at("other"),
    });
    expect(read).toEqual({
      ok: false,
      problems: [
        `SMTP_URL_FILE names ${at("nowhere")}, which cannot be read (ENOENT).`,
        `GEOAPIFY_KEY_FILE names ${at("empty")}, which is empty.`,
        "DATABASE_URL must look like postgres://user:password@host:5432/name.",
      ],
    });
  });
});
