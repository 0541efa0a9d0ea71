import { paths } from "#site/paths.ts";
import { now } from "#platform/clock/clock.server.ts";
import { mac } from "#platform/vault/vault.server.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { isLocale } from "#values/locale.ts";
import { REQUEST_LINK_DAYS } from "./dealer-offer.ts";

const DAY_SECONDS = 24 * 60 * 60;
const PURPOSE = "sale link";

/** The request that a link opens, and the address that it was sent to and proves to hold. */
type Linked = { reference: string; email: string };

/** The address of a request for the person who sent it, in their language, keyed for their mailbox. */
export function buildRequestLink(
  lead: { reference: string; locale: string },
  email: string,
  fragment = "",
): string {
  const { reference } = lead;
  const key = new URLSearchParams({ key: createRequestLinkKey({ reference, email }) });
  const locale = isLocale(lead.locale) ? lead.locale : "en";
  return `${hrefIn(paths.sellRequest(reference), locale)}?${key}${fragment}`;
}

/** The key of a link: when it ends, and a MAC over that, the request and the address. */
export function createRequestLinkKey(linked: Linked): string {
  const endsAt = Math.floor(now().getTime() / 1000) + REQUEST_LINK_DAYS * DAY_SECONDS;
  return `${endsAt.toString(36)}.${mac().hmac(PURPOSE, signed(linked, endsAt))}`;
}

/** Whether a key was made for this request and address, and has not run out. */
export function isRequestLinkKey(key: string, linked: Linked): boolean {
  const [, end = "", digest = ""] = /^([0-9a-z]{1,10})\.([\w-]{43})$/.exec(key) ?? [];
  const endsAt = Number.parseInt(end, 36);
  if (!(endsAt > now().getTime() / 1000)) return false;
  return mac().hmacMatches(PURPOSE, signed(linked, endsAt), digest);
}

function signed({ reference, email }: Linked, endsAt: number): string {
  return `${endsAt}\n${reference}\n${email.toLowerCase()}`;
}
