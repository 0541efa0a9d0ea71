import { isLoopback } from "#platform/outgoing/loopback.ts";

export type SmtpServer = {
  host: string;
  port: number;
  /** `implicit`: TLS from the first byte. `starttls`: upgraded to TLS before anything is sent. */
  encryption: "implicit" | "starttls" | "none";
  credentials?: { user: string; password: string };
};

type SmtpUrlResult = { ok: true; server: SmtpServer } | { ok: false; detail: string };

/**
 * Reads `smtp://user:password@host:587` or `smtps://…:465`; user and password are percent-encoded.
 * Leads contain personal information, so `smtp:` requires STARTTLS. Exceptions are this machine,
 * and `?tls=off`, which says that the network in between belongs to the operator. `?tls=on`
 * requires it on this machine too.
 */
export function parseSmtpUrl(text: string): SmtpUrlResult {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !url.hostname || !["smtp:", "smtps:"].includes(url.protocol)) {
    return { ok: false, detail: "the address must look like smtp://user:password@host:587" };
  }
  const tls = url.searchParams.get("tls");
  if (tls !== null && tls !== "on" && tls !== "off") {
    return { ok: false, detail: "tls can only be set to on or off" };
  }
  const credentials = readCredentials(url);
  if (credentials === "malformed") {
    return { ok: false, detail: "user and password must both be given, percent-encoded" };
  }
  const isImplicit = url.protocol === "smtps:";
  const isPlain = tls ? tls === "off" : isLoopback(url.hostname);
  return {
    ok: true,
    server: {
      host: url.hostname.replace(/^\[|\]$/g, ""),
      port: url.port ? Number(url.port) : isImplicit ? 465 : 587,
      encryption: isImplicit ? "implicit" : isPlain ? "none" : "starttls",
      credentials,
    },
  };
}

function readCredentials(url: URL): SmtpServer["credentials"] | "malformed" {
  if (!url.username && !url.password) return undefined;
  if (!url.username || !url.password) return "malformed";
  try {
    return {
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
    };
  } catch {
    return "malformed";
  }
}
