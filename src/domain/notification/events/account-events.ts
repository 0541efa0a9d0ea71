import { z } from "zod";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { site } from "#site/site.ts";
import type { Locale } from "#values/locale.ts";
import { type EmailWords, event, lateEvent, type Recipient, type Rendering } from "./event.ts";
import { greet, greetMember } from "./greeting.ts";

const ONE_HOUR_MS = 60 * 60_000;
const CODE_LIFE_MS = 15 * 60_000;

const named = { site: site.name };

type LinkMail = {
  kind: "confirm_email" | "already_registered" | "reset_password" | "change_email";
  /** Empty if the address is not confirmed: a stranger may have typed any words as the name. */
  name: string;
  path: string;
};

/**
 * A link that proves an address. The link is created when the e-mail is written, so it is never
 * stored. Whether the address has an account is also looked up then, so that the request takes the
 * same time for every address. A link that is an hour late is useless: the person has asked for
 * another one.
 */
function linkEvent<Schema extends z.ZodType>(input: {
  label: typeof m.message_label_account_sign_up;
  recipient: Recipient;
  stored: Schema;
  examples: readonly [LinkMail, ...LinkMail[]];
}) {
  return lateEvent({ channel: "email", usefulForMs: ONE_HOUR_MS, write: writeLink, ...input });
}

function writeLink({ kind, name, path }: LinkMail, { locale, link }: Rendering): EmailWords {
  const options = { locale };
  const words = {
    confirm_email: {
      subject: m.account_mail_confirm_subject(named, options),
      text: m.account_mail_confirm_text(named, options),
    },
    already_registered: {
      subject: m.account_mail_known_subject(named, options),
      text: m.account_mail_known_text(named, options),
    },
    reset_password: {
      subject: m.account_mail_reset_subject(named, options),
      text: m.account_mail_reset_text({}, options),
    },
    change_email: {
      subject: m.account_mail_change_subject(named, options),
      text: m.account_mail_change_text(named, options),
    },
  }[kind];
  return {
    subject: words.subject,
    paragraphs: [
      // Nobody has proved yet to hold the address that these two are sent to.
      greetMember(kind === "confirm_email" || kind === "change_email" ? "" : name, options),
      words.text,
      link(path),
      m.account_mail_ignore({}, options),
    ],
  };
}

type Say<Blanks> = (blanks: Blanks, options: { locale: Locale }) => string;

/** Notifies the holder of a change to the account, in case somebody else made it. */
function noticeEvent(
  label: typeof m.message_label_account_sign_up,
  subject: Say<{ site: string }>,
  text: Say<Record<string, never>>,
) {
  return event({
    channel: "email",
    recipient: "uncounted",
    label,
    params: z.object({ name: z.string() }),
    examples: [{ name: "Camille" }],
    write: ({ name }, { locale }) => ({
      subject: subject(named, { locale }),
      paragraphs: [
        greetMember(name, { locale }),
        text({}, { locale }),
        m.account_mail_not_you({ email: site.email }, { locale }),
      ],
    }),
  });
}

/** The same for a new credential or address, with a link that undoes it while it exists. */
function additionEvent(
  label: typeof m.message_label_account_sign_up,
  subject: Say<{ site: string }>,
  text: Say<Record<string, never>>,
) {
  return lateEvent({
    channel: "email",
    recipient: "uncounted",
    label,
    stored: z.object({ name: z.string(), wayIn: z.string() }),
    examples: [
      { name: "Camille", path: "/account/undo/example" },
      { name: "Camille", path: null },
    ],
    write: (
      { name: ownerName, path }: { name: string; path: string | null },
      { locale, link }: Rendering,
    ) => ({
      subject: subject(named, { locale }),
      paragraphs: [
        greetMember(ownerName, { locale }),
        text({}, { locale }),
        ...(path === null ? [] : [m.account_mail_undo({}, { locale }), link(path)]),
        m.account_mail_not_you({ email: site.email }, { locale }),
      ],
    }),
  });
}

const name = "Camille";

export const accountEvents = {
  account_email_sign_in: lateEvent({
    channel: "email",
    recipient: "sign_in",
    usefulForMs: CODE_LIFE_MS,
    label: m.message_label_account_email_sign_in,
    stored: z.object({ id: z.string() }),
    examples: [
      { kind: "sign_in", code: "12345678", path: "/login/link/example" },
      { kind: "sign_up", code: "12345678", path: "/login/link/example" },
    ],
    // Without a name: the address is not confirmed, and anybody could have typed one.
    write: (
      { kind, code, path }: { kind: "sign_in" | "sign_up"; code: string; path: string },
      { locale, link },
    ) => ({
      subject: {
        sign_in: m.account_mail_code_subject,
        sign_up: m.account_mail_code_new_subject,
      }[kind](named, { locale }),
      paragraphs: [
        ...(kind === "sign_up" ? [m.account_mail_code_new_text({}, { locale })] : []),
        m.account_mail_code_text({ code: `${code.slice(0, 4)}\u00a0${code.slice(4)}` }, { locale }),
        m.account_mail_code_link({}, { locale }),
        link(path),
        m.account_mail_code_ignore({}, { locale }),
      ],
    }),
  }),
  /** So many networks guess at the password that browsers unknown to the account have to wait. */
  account_flood: lateEvent({
    channel: "email",
    recipient: "uncounted",
    label: m.message_label_account_flood,
    stored: z.undefined(),
    examples: [{}],
    write: (_params: Record<string, never>, { locale, link }) => ({
      subject: m.account_mail_flood_subject(named, { locale }),
      paragraphs: [
        greet("", { locale }),
        m.account_mail_flood_text({}, { locale }),
        m.account_mail_flood_what_now({}, { locale }),
        link(paths.signIn()),
      ],
    }),
  }),
  account_flood_alarm: event({
    channel: "email",
    recipient: "uncounted",
    label: m.message_label_account_flood_alarm,
    params: z.undefined(),
    examples: [undefined],
    write: (_params, { locale, link }) => ({
      subject: m.account_mail_flood_alarm_subject(named, { locale }),
      paragraphs: [
        greet("", { locale }),
        m.account_mail_flood_alarm_text({}, { locale }),
        link(paths.staffRecords()),
      ],
    }),
  }),
  account_sign_up: linkEvent({
    recipient: "asker",
    label: m.message_label_account_sign_up,
    /**
     * The path to go to afterwards. It is stored in the link's row, because a stranger may have
     * typed it.
     */
    stored: z.object({ returnTo: z.string() }).optional(),
    examples: [
      { kind: "confirm_email", name, path: "/register/confirm/example" },
      { kind: "already_registered", name, path: "/login" },
    ],
  }),
  account_reset_password: linkEvent({
    recipient: "sign_in",
    label: m.message_label_account_reset_password,
    stored: z.undefined(),
    examples: [
      { kind: "reset_password", name, path: "/login/reset/example" },
      { kind: "reset_password", name: "", path: "/login/reset/example" },
    ],
  }),
  account_change_email: linkEvent({
    recipient: "asker",
    label: m.message_label_account_change_email,
    stored: z.undefined(),
    examples: [{ kind: "change_email", name, path: "/account/email/example" }],
  }),
  account_email_change_asked: lateEvent({
    channel: "email",
    recipient: "uncounted",
    usefulForMs: ONE_HOUR_MS,
    label: m.message_label_account_email_change_asked,
    stored: z.undefined(),
    examples: [{ name, path: "/account/email/cancel/example" }],
    write: (to: { name: string; path: string }, { locale, link }) => ({
      subject: m.account_mail_change_asked_subject(named, { locale }),
      paragraphs: [
        greetMember(to.name, { locale }),
        m.account_mail_change_asked_text(named, { locale }),
        link(to.path),
        m.account_mail_change_asked_then({}, { locale }),
      ],
    }),
  }),
  account_google_tied: additionEvent(
    m.message_label_account_google_tied,
    m.account_mail_google_tied_subject,
    m.account_mail_google_tied_text,
  ),
  account_google_untied: noticeEvent(
    m.message_label_account_google_untied,
    m.account_mail_google_untied_subject,
    m.account_mail_google_untied_text,
  ),
  account_password_changed: noticeEvent(
    m.message_label_account_password_changed,
    m.account_mail_password_subject,
    m.account_mail_password_text,
  ),
  account_email_changed: additionEvent(
    m.message_label_account_email_changed,
    m.account_mail_moved_subject,
    m.account_mail_moved_text,
  ),
  account_second_factor_on: additionEvent(
    m.message_label_account_second_factor_on,
    m.account_mail_factor_on_subject,
    m.account_mail_factor_on_text,
  ),
  account_second_factor_off: noticeEvent(
    m.message_label_account_second_factor_off,
    m.account_mail_factor_off_subject,
    m.account_mail_factor_off_text,
  ),
  account_passkey_added: additionEvent(
    m.message_label_account_passkey_added,
    m.account_mail_passkey_added_subject,
    m.account_mail_passkey_added_text,
  ),
  account_passkey_removed: noticeEvent(
    m.message_label_account_passkey_removed,
    m.account_mail_passkey_removed_subject,
    m.account_mail_passkey_removed_text,
  ),
  account_recovery_codes_renewed: additionEvent(
    m.message_label_account_recovery_codes_renewed,
    m.account_mail_codes_renewed_subject,
    m.account_mail_codes_renewed_text,
  ),
  account_deleted: noticeEvent(
    m.message_label_account_deleted,
    m.account_mail_deleted_subject,
    m.account_mail_deleted_text,
  ),
};
