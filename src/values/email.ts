type EmailReading =
  | { ok: true; email: string }
  | { ok: false; code: "empty" | "format" | "too_long" };

/** RFC 5321: the longest address that SMTP allows, and the longest part before the @. */
const MAX_LENGTH = 254;
const MAX_LOCAL_LENGTH = 64;

/** RFC 5322 dot-atom. Quoted local parts are legal, but nobody has one. */
const LOCAL = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const DOMAIN =
  /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$/;

/**
 * Reads an e-mail address in its usual forms: a practical check, because only a delivered message
 * proves an address. The domain is stored in lower case and in ASCII; the part before it is left as
 * typed.
 */
export function readEmail(text: string): EmailReading {
  const trimmed = text.trim();
  if (!trimmed) return { ok: false, code: "empty" };
  if (trimmed.length > MAX_LENGTH) return { ok: false, code: "too_long" };
  const at = trimmed.lastIndexOf("@");
  const local = trimmed.slice(0, Math.max(at, 0));
  const domain = asciiDomain(trimmed.slice(at + 1));
  if (!LOCAL.test(local) || !DOMAIN.test(domain)) return { ok: false, code: "format" };
  const email = `${local}@${domain}`;
  if (local.length > MAX_LOCAL_LENGTH || email.length > MAX_LENGTH) {
    return { ok: false, code: "too_long" };
  }
  return { ok: true, email };
}

/** "hôtel.ca" is "xn--htel-vqa.ca" in DNS; the URL parser converts it. */
function asciiDomain(domain: string): string {
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return "";
  if (/^[\x20-\x7e]+$/.test(domain)) return domain.toLowerCase();
  return URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`).hostname : "";
}
