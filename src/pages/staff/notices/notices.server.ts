import { data, redirect } from "react-router";
import { findBrowserHash } from "#domain/identity/known-browser.server.ts";
import { may } from "#domain/identity/permission.ts";
import { noticeForm } from "#domain/notice/notice.form.ts";
import { listWeeks, type NoticePreference } from "#domain/notice/notice.ts";
import {
  listOnCall,
  listTeam,
  findProvedPhone,
  readPreference,
  savePreference,
  setOnCall,
} from "#domain/notice/preferences.server.ts";
import { addPushBrowser, readPushKey } from "#domain/notification/add-push-browser.server.ts";
import { forgetPushBrowsers, listPushBrowsers } from "#domain/notification/push-browsers.server.ts";
import { notifyNow } from "#domain/notification/send.server.ts";
import { m } from "#messages/messages.js";
import { browserName } from "#pages/account/browser-name.ts";
import { defineCommands } from "#pages/command/commands.server.ts";
import { definePage, type PageSubject } from "#pages/command/define-page.server.ts";
import { handleForm, showForm } from "#pages/form/handle-form.server.ts";
import { browserRequest, type PageArgs } from "#pages/session/guards.server.ts";
import { today } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { formatDate, formatPhone } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";

/** How far ahead turns on call are planned. */
const WEEKS_AHEAD = 6;

export const noticesPage = definePage({
  address: "/staff/notices",
  read: "seeLeads",
  async load(args, { user, visitor }) {
    const { locale } = visitor;
    const team = await listTeam();
    const preference = await readPreference(user.id);
    const self = team.find(({ id }) => id === user.id);
    const phone = self ? findProvedPhone(self) : null;
    return {
      view: showForm(noticeForm, visitor, writeAnswers(preference)),
      isDefault: preference.isOwnOnly,
      push: await viewPush(args, user.id),
      phone: phone && formatPhone(phone, locale),
      weeks: await viewWeeks(locale, team),
      team: may(user, "changeTeamRules") ? team.map(({ id, name }) => ({ id, name })) : [],
    };
  },
  commands: defineCommands<PageSubject>()({
    notice: {
      may: "workLeads",
      run({ post }, { by }) {
        return handleForm(noticeForm, post, async (answers) => {
          const { newLead, answer, deliveryFailed, overdue, digest } = answers;
          const { quietFrom, quietTo } = answers;
          if ((quietFrom === undefined) !== (quietTo === undefined))
            return { ok: false, message: m.notice_quiet_incomplete(), status: 422 };
          const ways = { new_lead: newLead, answer, delivery_failed: deliveryFailed, overdue };
          if (Object.values(ways).includes("sms") && !(await hasPhone(by.id)))
            return { ok: false, message: m.notice_no_phone(), status: 422 };
          if (Object.values(ways).includes("push") && (await listPushBrowsers(by.id)).length === 0)
            return { ok: false, message: m.notice_no_browser(), status: 422 };
          const quiet = quietFrom && quietTo ? { from: quietFrom, to: quietTo } : null;
          await savePreference(by.id, { ways, quiet, hasDigest: digest === "yes" });
          return { ok: true, redirectTo: doneHref("saved", post.visitor.locale) };
        });
      },
    },
    /** This browser takes push messages from now on. */
    "push-on": {
      may: "workLeads",
      async run({ args, post, field }, { by }) {
        const browserHash = findBrowserHash(browserRequest(args));
        if (browserHash === null) return refuse(m.push_refused());
        const isAdded = await addPushBrowser({
          userId: by.id,
          browserHash,
          userAgent: args.request.headers.get("user-agent") ?? "",
          endpoint: field("endpoint"),
          p256dh: field("p256dh"),
          auth: field("auth"),
        });
        if (!isAdded) return refuse(m.push_refused());
        throw redirect(doneHref("push-on", post.visitor.locale), 303);
      },
    },
    /** One of the person’s browsers takes none any more. */
    "push-off": {
      may: "workLeads",
      async run({ post, field }, { by }) {
        const browsers = await listPushBrowsers(by.id);
        const id = browsers.find((each) => each.id === field("browser"))?.id;
        if (id !== undefined) await forgetPushBrowsers(db(), { userId: by.id, id });
        throw redirect(doneHref("push-off", post.visitor.locale), 303);
      },
    },
    "push-test": {
      may: "workLeads",
      async run({ post }, { by }) {
        const { id: userId, email: to, locale } = by;
        const sent = await notifyNow({ event: "push_test", to, locale, params: {}, userId });
        if (!sent.ok) return refuse(m.push_test_failed());
        throw redirect(doneHref("push-test", post.visitor.locale), 303);
      },
    },
    /** Who is on call in each of the next weeks. */
    "on-call": {
      may: "changeTeamRules",
      async run({ post, field }) {
        const known = new Set((await listTeam()).map(({ id }) => id));
        const chosen = nextWeeks().map((monday) => [monday, field(`week-${monday}`)] as const);
        if (chosen.some(([, id]) => id !== "" && !known.has(id)))
          return refuse(m.notice_on_call_unknown());
        const weeks = new Map(chosen.map(([monday, id]) => [monday, id || null]));
        await db().transaction((transaction) => setOnCall(transaction, weeks));
        throw redirect(doneHref("on-call", post.visitor.locale), 303);
      },
    },
  }),
});

function refuse(refused: string) {
  return data({ refused }, { status: 422 });
}

/** The person’s browsers, and the key that this one would subscribe with. */
async function viewPush(args: PageArgs, userId: string) {
  const { locale } = readVisitor(args);
  const browserHash = findBrowserHash(browserRequest(args));
  const browsers = await listPushBrowsers(userId);
  return {
    key: readPushKey(),
    browsers: browsers.map((each) => ({
      id: each.id,
      name: browserName(each.userAgent) ?? m.account_session_unknown(),
      added: formatDate(each.addedAt, locale),
      isThis: each.browserHash === browserHash,
    })),
  };
}

type Done = "saved" | "on-call" | "push-on" | "push-off" | "push-test";

function doneHref(done: Done, locale: Locale): string {
  return `${hrefIn(paths.staffNotices(), locale)}?done=${done}`;
}

function writeAnswers({ ways, quiet, hasDigest }: NoticePreference) {
  return {
    newLead: ways.new_lead,
    answer: ways.answer,
    deliveryFailed: ways.delivery_failed,
    overdue: ways.overdue,
    digest: hasDigest ? ("yes" as const) : ("no" as const),
    ...(quiet && { quietFrom: quiet.from, quietTo: quiet.to }),
  };
}

async function hasPhone(userId: string): Promise<boolean> {
  const self = (await listTeam()).find(({ id }) => id === userId);
  return self !== undefined && findProvedPhone(self) !== null;
}

function nextWeeks(): string[] {
  return listWeeks(today(), WEEKS_AHEAD);
}

async function viewWeeks(locale: Locale, team: Awaited<ReturnType<typeof listTeam>>) {
  const weeks = nextWeeks();
  const onCall = await listOnCall(weeks[0] ?? "", weeks.at(-1) ?? "");
  return weeks.map((monday) => {
    const userId = onCall.get(monday) ?? "";
    return {
      monday,
      text: m.notice_on_call_week({ day: formatDate(monday, locale) }, { locale }),
      userId,
      name: team.find(({ id }) => id === userId)?.name ?? null,
    };
  });
}
