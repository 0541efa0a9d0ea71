import { isLoopback } from "#platform/outgoing/loopback.ts";

export type ImapServer = {
  host: string;
  port: number;
  /** `starttls`: upgraded to TLS before the password is sent. `none`: on this machine only. */
  encryption: "implicit" | "starttls" | "none";
  user: string;
  password: string;
  folder: string;
};

/**
 * Reads `imaps://user:password@host:993/INBOX`; user, password and folder are percent-encoded.
 * `imap:` requires STARTTLS, except on this machine. Null if it is not of this form.
 */
export function parseImapUrl(text: string): ImapServer | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url?.hostname || !["imap:", "imaps:"].includes(url.protocol)) return null;
  if (!url.username || !url.password) return null;
  const isImplicit = url.protocol === "imaps:";
  try {
    return {
      host: url.hostname.replace(/^\[|\]$/g, ""),
      port: url.port ? Number(url.port) : isImplicit ? 993 : 143,
      encryption: isImplicit ? "implicit" : isLoopback(url.hostname) ? "none" : "starttls",
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      folder: decodeURIComponent(url.pathname.slice(1)) || "INBOX",
    };
  } catch {
    return null;
  }
}
