import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { data, redirect } from "react-router";
import { findNewest } from "#domain/backup/backup-runs.server.ts";
import {
  listDealershipsForStaff,
  matchDealership,
} from "#domain/dealership/dealership-queries.server.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { identifyAsker } from "#domain/phone-verification/phone-code.server.ts";
import {
  type CodeOwner,
  mailCode,
  sendCode,
  verifyCode,
} from "#domain/phone-verification/phone-verification.server.ts";
import { type MarkedStep, markStep, readMarks } from "#domain/setting/check-list-marks.server.ts";
import {
  isSettingName,
  SETTING_GROUPS,
  settingRow,
  type SettingName,
} from "#domain/setting/setting.ts";
import { m } from "#messages/messages.js";
import { type Command, defineCommands, type Press } from "#pages/command/commands.server.ts";
import { definePage, type PageSubject } from "#pages/command/define-page.server.ts";
import { db } from "#platform/database/database.server.ts";
import { env } from "#platform/env/env.server.ts";
import { resolveLocation } from "#values/location/resolve-location.ts";
import type { SignedInUser, Visitor } from "#platform/request/visitor.server.ts";
import { nameGroup, nameSetting } from "#pages/staff/settings/setting-words.server.ts";
import { paths } from "#site/paths.ts";
import { listExampleDetails, site } from "#site/site.ts";
import { hrefIn } from "#ui/locale-href.ts";
import type { Locale } from "#values/locale.ts";
import { type E164, readPhone } from "#values/phone.ts";

/** The steps from an empty site to the first delivered lead, in their order. */
export const STEPS = [
  "facts",
  "email",
  "sms",
  "https",
  "backup",
  "administrator",
  "dealership",
  "routing",
  "legal",
  "lead",
] as const;
export type Step = (typeof STEPS)[number];

/** Each step's state, as the site itself sees it now. */
export async function listSteps({ origin }: Pick<Visitor, "origin">) {
  const [marks, { proved }, administrators, dealerships] = await Promise.all([
    readMarks(),
    findNewest(db()),
    db().$count(userTable, eq(userTable.role, "admin")),
    listDealershipsForStaff(),
  ]);
  const isDone: Record<Step, boolean> = {
    facts: listExampleDetails().length === 0,
    email: marks.has("email"),
    sms: marks.has("sms"),
    https: origin.startsWith("https:"),
    backup: proved !== null,
    administrator: administrators >= 2,
    dealership: dealerships.some(({ active, isDemo }) => active && !isDemo),
    routing: marks.has("routing"),
    legal: marks.has("legal"),
    lead: marks.has("lead"),
  };
  return STEPS.map((step) => ({ step, isDone: isDone[step] }));
}

const DETAILS: ReadonlyMap<string, SettingName> = new Map([
  ["streetAddress", "officeAddress"],
  ["privacyOfficer", "privacyEmail"],
  ["email", "siteEmail"],
  ["phone", "sitePhone"],
]);

/** The setting of a detail of `listExampleDetails`; null for one that the settings lack. */
function findSetting(detail: string): SettingName | null {
  const name = DETAILS.get(detail) ?? detail.replace("social.", "");
  return isSettingName(name) ? name : null;
}

/** A detail, as the settings call it. */
function nameDetail(detail: string, locale: Locale): string {
  if (detail === "privacyOfficer") return m.setting_group_privacy({}, { locale });
  const name = findSetting(detail);
  return name ? nameSetting(name, locale) : detail;
}

/** The groups of settings that have these details. */
function listGroups(details: readonly string[], locale: Locale) {
  const names = details.map(findSetting).filter((name) => name !== null);
  const found = new Set<string>(names.map((name) => settingRow(name).group));
  return SETTING_GROUPS.filter((group) => found.has(group)).map((group) => ({
    path: paths.staffSettingGroup(group),
    name: nameGroup(group, locale),
  }));
}

/** What a press found; shown at its step. */
export type Tried = {
  step: Step;
  message?: string;
  error?: string;
  /** A code is under way: to this number, if it went by SMS. */
  codeTo?: string;
};

const refuse = (tried: Tried) => data<Tried>(tried, { status: 422 });

/** Codes for this page are the administrator's own, whatever browser they use. */
function ownerOf(by: SignedInUser, phone: E164): CodeOwner {
  const visitorHash = createHash("sha256").update(`check-list ${by.id}`).digest("hex");
  return { visitorHash, phone, purpose: "account" };
}

const doneHref = (locale: Locale, step: Step) =>
  `${hrefIn(paths.staffCheckList(), locale)}#${step}`;

/** Confirms that the code arrived. */
async function confirm({ post, field }: Press, by: SignedInUser, step: "email" | "sms") {
  const { visitor } = post;
  const read =
    step === "email" ? { ok: true as const, e164: site.phone as E164 } : readPhone(field("phone"));
  if (!read.ok) return refuse({ step, error: m.phone_code_not_a_number() });
  const verified = await verifyCode(ownerOf(by, read.e164), field("code"), identifyAsker(visitor));
  if (!verified.ok) return refuse({ step, error: m.phone_code_wrong_code(), codeTo: read.e164 });
  await markStep(verified.sentBy);
  throw redirect(doneHref(visitor.locale, step), 303);
}

const mark = (step: MarkedStep) =>
  ({
    may: "changeSettings",
    async run({ post }) {
      await markStep(step);
      throw redirect(doneHref(post.visitor.locale, step), 303);
    },
  }) as const satisfies Command<PageSubject>;

export const checkListPage = definePage({
  address: "/staff/check-list",
  read: "seeSettings",
  needsFreshFactor: true,
  async load(_args, { visitor, user }) {
    const missing = listExampleDetails();
    return {
      steps: await listSteps(visitor),
      missing: missing.map((detail) => nameDetail(detail, visitor.locale)).join(", "),
      missingIn: listGroups(missing, visitor.locale),
      mailTo: user.email,
      origin: visitor.origin,
      town: `${site.city}, ${site.provinceCode}`,
      isDemo: env().DEMO,
    };
  },
  commands: defineCommands<PageSubject>()({
    "send-email": {
      may: "changeSettings",
      async run({ post }, { by }) {
        const { locale, ipAddress } = post.visitor;
        const owner = ownerOf(by, site.phone as E164);
        const sent = await mailCode(owner, { email: by.email, locale, ipAddress });
        if (!sent.ok) return refuse({ step: "email", error: m.check_list_not_sent() });
        return data<Tried>({ step: "email", codeTo: by.email, message: m.check_list_sent() });
      },
    },
    "confirm-email": {
      may: "changeSettings",
      run: (press, { by }) => confirm(press, by, "email"),
    },
    "send-sms": {
      may: "changeSettings",
      async run({ post, field }, { by }) {
        const { visitor } = post;
        const read = readPhone(field("phone"));
        if (!read.ok) return refuse({ step: "sms", error: m.phone_code_not_a_number() });
        const sent = await sendCode(ownerOf(by, read.e164), {
          host: new URL(visitor.origin).hostname,
          locale: visitor.locale,
          asker: { ...identifyAsker(visitor), isKnown: true },
        });
        if (sent.ok || sent.code === "too_soon")
          return data<Tried>({ step: "sms", codeTo: read.e164, message: m.check_list_sent() });
        return refuse({ step: "sms", error: m.check_list_not_sent() });
      },
    },
    "confirm-sms": {
      may: "changeSettings",
      run: (press, { by }) => confirm(press, by, "sms"),
    },
    "try-routing": {
      may: "changeSettings",
      async run() {
        const town = resolveLocation({ text: `${site.city}, ${site.provinceCode}` });
        const found = await matchDealership(db(), {
          kind: "pre_approval",
          provinceCode: site.provinceCode,
          lat: town?.lat ?? null,
          lon: town?.lon ?? null,
        });
        if (!found) return refuse({ step: "routing", error: m.check_list_routing_nobody() });
        await markStep("routing");
        return data<Tried>({
          step: "routing",
          message: m.check_list_routing_found({ name: found.name, email: found.leadEmail }),
        });
      },
    },
    "legal-read": mark("legal"),
  }),
});
