import { z } from "zod";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { site } from "#site/site.ts";
import { formatDateTime } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";
import { event, lateEvent, type Rendering } from "./event.ts";
import { greet } from "./greeting.ts";

const KINDS = ["new_lead", "answer", "delivery_failed", "overdue"] as const;

type Notice = {
  kind: (typeof KINDS)[number];
  /** Administrators are told that the team did not act. */
  isLast: boolean;
  reference: string;
  /** The kind of the lead, in words. */
  what: string;
  /** By when its sender was promised to hear from us. */
  due: Date | null;
};

/** What was stored with it: never whom the lead is about. */
const stored = z.object({ kind: z.enum(KINDS), leadId: z.string(), isLast: z.boolean() });

const example = { reference: "K7M2PX4R", isLast: false, due: null, what: "Pre-approval" };
const due = new Date("2026-11-27T23:00:00Z");
const examples = [
  { ...example, kind: "new_lead", due },
  { ...example, kind: "new_lead" },
  { ...example, kind: "answer" },
  { ...example, kind: "delivery_failed" },
  { ...example, kind: "overdue", due },
  { ...example, kind: "overdue", due, isLast: true },
] as const;

function say({ kind, isLast, reference, what, due: dueAt }: Notice, locale: Locale): string {
  const options = { locale };
  const by = dueAt && formatDateTime(dueAt, locale);
  switch (kind) {
    case "new_lead":
      return by === null
        ? m.notice_mail_new_lead({ what, reference }, options)
        : m.notice_mail_new_lead_due({ what, reference, due: by }, options);
    case "answer":
      return m.notice_mail_answer({ reference }, options);
    case "delivery_failed":
      return m.notice_mail_delivery_failed({ reference }, options);
    case "overdue":
      return (isLast ? m.notice_mail_overdue_last : m.notice_mail_overdue)(
        { reference, due: by ?? "" },
        options,
      );
  }
}

const SUBJECTS = {
  new_lead: m.notice_mail_subject_new_lead,
  answer: m.notice_mail_subject_answer,
  delivery_failed: m.notice_mail_subject_delivery_failed,
  overdue: m.notice_mail_subject_overdue,
} as const satisfies Record<Notice["kind"], unknown>;

/** What staff want to be told of: a lead's reference and a link, and nothing about its sender. */
export const noticeEvents = {
  staff_notice: lateEvent({
    channel: "email",
    recipient: "staff",
    label: m.message_label_staff_notice,
    stored,
    examples,
    write: (notice: Notice, { locale, link }: Rendering) => ({
      subject: SUBJECTS[notice.kind]({ reference: notice.reference, site: site.name }, { locale }),
      paragraphs: [
        greet("", { locale }),
        say(notice, locale),
        link(paths.lead(notice.reference)),
        m.notice_mail_choose({ link: link(paths.staffNotices()) }, { locale }),
      ],
    }),
  }),
  staff_notice_sms: lateEvent({
    channel: "sms",
    recipient: "no_mail",
    label: m.message_label_staff_notice_sms,
    stored,
    examples,
    write: (notice: Notice, { locale, link }: Rendering) =>
      `${site.name}: ${say(notice, locale)} ${link(paths.lead(notice.reference))}`,
  }),
  staff_notice_push: lateEvent({
    channel: "push",
    recipient: "no_mail",
    label: m.message_label_staff_notice_push,
    stored,
    examples,
    write: ({ kind, reference }: Notice, { locale, link }: Rendering) => ({
      title: SUBJECTS[kind]({ reference, site: site.name }, { locale }),
      url: link(paths.lead(reference)),
    }),
  }),
  /** Sent by a press, to see whether it appears. */
  push_test: event({
    channel: "push",
    recipient: "no_mail",
    label: m.message_label_push_test,
    params: z.object({}),
    examples: [{}],
    write: (_params, { locale, link }) => ({
      title: m.push_test_title({ site: site.name }, { locale }),
      url: link(paths.staffNotices()),
    }),
  }),
  staff_digest: lateEvent({
    channel: "email",
    recipient: "staff",
    label: m.message_label_staff_digest,
    stored: z.object({ day: z.string() }),
    examples: [{ overdue: 2, dueToday: 5, unowned: 3, own: 11 }],
    write: (
      counts: { overdue: number; dueToday: number; unowned: number; own: number },
      { locale, link }: Rendering,
    ) => ({
      subject: m.notice_digest_subject({ site: site.name }, { locale }),
      paragraphs: [
        greet("", { locale }),
        m.notice_digest_text(counts, { locale }),
        link(paths.leads()),
        m.notice_mail_choose({ link: link(paths.staffNotices()) }, { locale }),
      ],
    }),
  }),
};
