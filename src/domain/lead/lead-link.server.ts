import { now } from "#platform/clock/clock.server.ts";
import { mac } from "#platform/vault/vault.server.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { isLocale } from "#values/locale.ts";

/** How long a link in an e-mail opens its request: longer than any dealer offer stands. */
export const LEAD_LINK_DAYS = 90;

const DAY_SECONDS = 24 * 60 * 60;
/** Where a link comes from: whoever has one from a mail has shown to hold its address too. */
const PURPOSES = { mail: "sale link", page: "shown link" } as const;
type LinkSource = keyof typeof PURPOSES;

/** The request that a link opens, and the address that it was sent to and proves to hold. */
type Linked = { reference: string; email: string };

/**
 * A page about a lead for the person who sent it, in their language, keyed for their mailbox; with
 * `from: "page"` to be shown on the page itself.
 */
export function buildLeadLink(
  path: string,
  lead: { reference: string; locale: string },
  email: string,
  { fragment = "", from = "mail" }: { fragment?: string; from?: LinkSource } = {},
): string {
  const { reference } = lead;
  const key = new URLSearchParams({ key: createLeadLinkKey({ reference, email }, from) });
  const locale = isLocale(lead.locale) ? lead.locale : "en";
  return `${hrefIn(path, locale)}?${key}${fragment}`;
}

/** The key of a link: when it ends, and a MAC over that, the request and the address. */
export function createLeadLinkKey(linked: Linked, from: LinkSource = "mail"): string {
  const endsAt = Math.floor(now().getTime() / 1000) + LEAD_LINK_DAYS * DAY_SECONDS;
  return `${endsAt.toString(36)}.${mac().hmac(PURPOSES[from], listSigned(linked, endsAt))}`;
}

/** Whether a key was made for this request and address, and has not run out. */
export function isLeadLinkKey(key: string, linked: Linked, from: LinkSource = "mail"): boolean {
  const [, end = "", digest = ""] = /^([0-9a-z]{1,10})\.([\w-]{43})$/.exec(key) ?? [];
  const endsAt = Number.parseInt(end, 36);
  if (!(endsAt > now().getTime() / 1000)) return false;
  return mac().hmacMatches(PURPOSES[from], listSigned(linked, endsAt), digest);
}

function listSigned({ reference, email }: Linked, endsAt: number): string {
  return `${endsAt}\n${reference}\n${email.toLowerCase()}`;
}

/** How a person showed to be the one who sent a request. */
export type SenderWay = "browser" | "account" | "mail_link";

/**
 * How the person shows to be the sender: by the account that sent it or has proved to hold its
 * address (no account signs in before that, and a link to all of this goes to that mailbox anyway),
 * by a link from a mail to that address, by the browser that sent it signed out, or by the link that
 * its page showed there, which proves no more than that browser does. What was sent signed in stays
 * with its account: a browser has more than one user. Null for nobody: the reference alone, which is
 * read out over the phone, opens nothing.
 */
export function recognizeSender(
  { user, visitorHash }: { user: { id: string; email: string } | null; visitorHash: string },
  {
    lead,
    submission,
  }: {
    lead: { reference: string; email: string | null };
    submission: { userId: string | null; visitorHash: string | null };
  },
  key: string,
): SenderWay | null {
  const email = lead.email?.toLowerCase();
  if (user && (submission.userId === user.id || email === user.email.toLowerCase()))
    return "account";
  const linked = email && key ? { reference: lead.reference, email } : null;
  if (linked && isLeadLinkKey(key, linked)) return "mail_link";
  if (linked && isLeadLinkKey(key, linked, "page")) return "browser";
  return submission.userId === null && submission.visitorHash === visitorHash ? "browser" : null;
}
