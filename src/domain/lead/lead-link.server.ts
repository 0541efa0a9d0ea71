import { now } from "#platform/clock/clock.server.ts";
import { mac } from "#platform/vault/vault.server.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { isLocale } from "#values/locale.ts";

/** How long a link in an e-mail opens its request: longer than any dealer offer is valid. */
export const LEAD_LINK_DAYS = 90;

const DAY_SECONDS = 24 * 60 * 60;
/**
 * Where a link was given: only somebody with a link from a mail has also proved that they hold the
 * address.
 */
const PURPOSES = { mail: "sale link", page: "shown link" } as const;
type LinkSource = keyof typeof PURPOSES;

/** The request that a link opens, and the address that it was sent to, which it proves. */
type Linked = { reference: string; email: string };

/**
 * The address of a page about a lead for its sender, in their language, with a key for their
 * mailbox. With `from: "page"` the link is for display on the page itself.
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

/** The key of a link: its expiry, and a MAC over that, the request and the address. */
export function createLeadLinkKey(linked: Linked, from: LinkSource = "mail"): string {
  const endsAt = Math.floor(now().getTime() / 1000) + LEAD_LINK_DAYS * DAY_SECONDS;
  return `${endsAt.toString(36)}.${mac().hmac(PURPOSES[from], listSigned(linked, endsAt))}`;
}

/** Whether a key was made for this request and address, and has not expired. */
export function isLeadLinkKey(key: string, linked: Linked, from: LinkSource = "mail"): boolean {
  const [, end = "", digest = ""] = /^([0-9a-z]{1,10})\.([\w-]{43})$/.exec(key) ?? [];
  const endsAt = Number.parseInt(end, 36);
  if (!(endsAt > now().getTime() / 1000)) return false;
  return mac().hmacMatches(PURPOSES[from], listSigned(linked, endsAt), digest);
}

function listSigned({ reference, email }: Linked, endsAt: number): string {
  return `${endsAt}\n${reference}\n${email.toLowerCase()}`;
}

/** How a person proved to be the sender of a request. */
export type SenderWay = "browser" | "account" | "mail_link";

/**
 * How the person proves to be the sender. By the account that sent it, or that has proved its
 * address: no account can sign in before that, and a link with full access goes to that mailbox
 * anyway. By a link from a mail to that address. By the browser that sent it without being signed
 * in, or by the link that its page showed there, which proves no more than that browser does. What
 * was sent signed in belongs to that account only, since several people may use a browser. Null if
 * there is no proof: the reference alone, which people read out over the phone, opens nothing.
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
