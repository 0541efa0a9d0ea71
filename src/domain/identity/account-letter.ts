import { m } from "#messages/messages.js";
import type { Locale } from "#values/locale.ts";
import { site } from "#site/site.ts";

/** What an account's mail says. `link` is a whole address. */
export type AccountLetter =
  | {
      kind: "confirm_email" | "already_registered" | "reset_password" | "change_email";
      name: string;
      link: string;
    }
  | {
      kind:
        | "password_changed"
        | "email_changed"
        | "second_factor_on"
        | "second_factor_off"
        | "passkey_added"
        | "passkey_removed"
        | "account_deleted";
      name: string;
    };

type Words = { subject: () => string; text: () => string };

/** Subject and body in the person's language. Transactional: no marketing in it (CASL). */
export function accountLetter(
  letter: AccountLetter,
  locale: Locale,
): { subject: string; text: string; html: string } {
  const words = wordsOf(letter.kind, locale);
  const options = { locale };
  const closing =
    "link" in letter
      ? m.account_mail_ignore({}, options)
      : m.account_mail_not_you({ email: site.email }, options);
  const paragraphs = [
    m.account_mail_greeting({ name: letter.name }, options),
    words.text(),
    ...("link" in letter ? [letter.link] : []),
    closing,
    [
      site.legalName,
      `${site.streetAddress}, ${site.city} ${site.provinceCode} ${site.postalCode}`,
    ].join("\n"),
  ];
  return {
    subject: words.subject(),
    text: paragraphs.join("\n\n"),
    html: `<!doctype html><html lang="${locale}"><body>${paragraphs
      .map((paragraph) => `<p>${linked(escapeHtml(paragraph)).replaceAll("\n", "<br>")}</p>`)
      .join("")}</body></html>`,
  };
}

function wordsOf(kind: AccountLetter["kind"], locale: Locale): Words {
  const options = { locale };
  const named = { site: site.name };
  const all: Record<AccountLetter["kind"], Words> = {
    confirm_email: {
      subject: () => m.account_mail_confirm_subject(named, options),
      text: () => m.account_mail_confirm_text(named, options),
    },
    already_registered: {
      subject: () => m.account_mail_known_subject(named, options),
      text: () => m.account_mail_known_text(named, options),
    },
    reset_password: {
      subject: () => m.account_mail_reset_subject(named, options),
      text: () => m.account_mail_reset_text({}, options),
    },
    change_email: {
      subject: () => m.account_mail_change_subject(named, options),
      text: () => m.account_mail_change_text(named, options),
    },
    password_changed: {
      subject: () => m.account_mail_password_subject(named, options),
      text: () => m.account_mail_password_text({}, options),
    },
    email_changed: {
      subject: () => m.account_mail_moved_subject(named, options),
      text: () => m.account_mail_moved_text({}, options),
    },
    second_factor_on: {
      subject: () => m.account_mail_factor_on_subject(named, options),
      text: () => m.account_mail_factor_on_text({}, options),
    },
    second_factor_off: {
      subject: () => m.account_mail_factor_off_subject(named, options),
      text: () => m.account_mail_factor_off_text({}, options),
    },
    passkey_added: {
      subject: () => m.account_mail_passkey_added_subject(named, options),
      text: () => m.account_mail_passkey_added_text({}, options),
    },
    passkey_removed: {
      subject: () => m.account_mail_passkey_removed_subject(named, options),
      text: () => m.account_mail_passkey_removed_text({}, options),
    },
    account_deleted: {
      subject: () => m.account_mail_deleted_subject(named, options),
      text: () => m.account_mail_deleted_text({}, options),
    },
  };
  return all[kind];
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The one paragraph that is an address becomes a link. */
function linked(paragraph: string): string {
  return /^https?:\/\/\S+$/.test(paragraph) ? `<a href="${paragraph}">${paragraph}</a>` : paragraph;
}
