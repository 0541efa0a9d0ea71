import { data, redirect } from "react-router";
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
import { m } from "#messages/messages.js";
import { defineCommands } from "#pages/command/commands.server.ts";
import { definePage, type PageSubject } from "#pages/command/define-page.server.ts";
import { handleForm, showForm } from "#pages/form/handle-form.server.ts";
import { today } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { formatDate, formatPhone } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";

/** How far ahead turns on call are planned. */
const WEEKS_AHEAD = 6;

export const noticesPage = definePage({
  address: "/staff/notices",
  read: "seeLeads",
  async load(_args, { user, visitor }) {
    const { locale } = visitor;
    const team = await listTeam();
    const preference = await readPreference(user.id);
    const self = team.find(({ id }) => id === user.id);
    const phone = self ? findProvedPhone(self) : null;
    return {
      view: showForm(noticeForm, visitor, writeAnswers(preference)),
      isDefault: preference.isOwnOnly,
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
          const quiet = quietFrom && quietTo ? { from: quietFrom, to: quietTo } : null;
          await savePreference(by.id, { ways, quiet, hasDigest: digest === "yes" });
          return { ok: true, redirectTo: doneHref("saved", post.visitor.locale) };
        });
      },
    },
    /** Who is on call in each of the next weeks. */
    "on-call": {
      may: "changeTeamRules",
      async run({ post, field }) {
        const known = new Set((await listTeam()).map(({ id }) => id));
        const chosen = nextWeeks().map((monday) => [monday, field(`week-${monday}`)] as const);
        if (chosen.some(([, id]) => id !== "" && !known.has(id)))
          return data({ refused: m.notice_on_call_unknown() }, { status: 422 });
        const weeks = new Map(chosen.map(([monday, id]) => [monday, id || null]));
        await db().transaction((transaction) => setOnCall(transaction, weeks));
        throw redirect(doneHref("on-call", post.visitor.locale), 303);
      },
    },
  }),
});

function doneHref(done: "saved" | "on-call", locale: Locale): string {
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
