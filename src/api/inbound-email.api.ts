import { createHmac, timingSafeEqual } from "node:crypto";
import { Hono } from "hono";
import { UnreadableEmail } from "#domain/inbound-email/read-email.server.ts";
import { receiveEmail } from "#domain/inbound-email/receive-email.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { env } from "#platform/env/env.server.ts";
import { countAgainst, findOver, type RateLimit } from "#platform/limit/rate-limit.server.ts";
import { log, loggableError } from "#platform/log/log.server.ts";

export const INBOUND_EMAIL_PATH = "/api/inbound-email";

/** How old a signature may be, and how far a sender's clock may be ahead. */
const SIGNATURE_LIFE_SECONDS = 5 * 60;
/** A signature that was used to the end is not taken again. */
const ONCE: RateLimit = {
  name: "inbound email signatures",
  most: 1,
  windowMs: 2 * SIGNATURE_LIFE_SECONDS * 1_000,
};

/** In which field of a form providers post the whole mail: Mailgun, SendGrid, CloudMailin. */
const MAIL_FIELDS = ["body-mime", "email", "message"] as const;

type Signed = { timestamp: string; signed: Uint8Array; signature: string };

/**
 * A mail that a provider received for us: as the body itself (RFC 5322), or in a field of a form.
 * It is signed with INBOUND_EMAIL_SECRET, by `X-Signature: t=SECONDS,v1=HEX`, the HMAC-SHA-256 of
 * `SECONDS.BODY`, or as Mailgun does, in the form's fields. 2xx says that the mail is stored; after
 * anything else the provider tries again, and a second copy is recognized.
 */
export const inboundEmail = new Hono().post(INBOUND_EMAIL_PATH, async (context) => {
  const secret = env().INBOUND_EMAIL_SECRET;
  const refuse = (status: 401 | 404 | 409 | 422, error: string) =>
    context.json({ result: "error", error }, status);
  if (!secret) return refuse(404, "not_configured");
  const { headers } = context.req.raw;
  const body = new Uint8Array(await context.req.raw.arrayBuffer());
  const form = await readMultipart(body, headers.get("content-type") ?? "");
  const signed = readHeaderSignature(headers.get("x-signature"), body) ?? readFormSignature(form);
  if (!signed || !isSignedBy(secret, signed)) return refuse(401, "bad_signature");
  const use = { limit: ONCE, who: signed.signature };
  if (await findOver([use])) return refuse(409, "replayed");
  const mail = form ? await readMailField(form) : body;
  if (!mail || mail.byteLength === 0) return refuse(422, "no_mail");
  try {
    const result = await receiveEmail(mail);
    await countAgainst(ONCE, use.who);
    return context.json({ result });
  } catch (error) {
    if (!(error instanceof UnreadableEmail)) throw error;
    log.warn("an inbound mail could not be read", { error: loggableError(error) });
    return refuse(422, "unreadable");
  }
});

async function readMultipart(body: Uint8Array, type: string): Promise<FormData | null> {
  if (!/^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type)) return null;
  const response = new Response(Buffer.from(body), { headers: { "content-type": type } });
  return response.formData().catch(() => new FormData());
}

function readHeaderSignature(header: string | null, body: Uint8Array): Signed | null {
  const [, timestamp = "", signature = ""] =
    /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header ?? "") ?? [];
  if (signature === "") return null;
  return { timestamp, signed: Buffer.concat([Buffer.from(`${timestamp}.`), body]), signature };
}

/** https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/securing-webhooks */
function readFormSignature(form: FormData | null): Signed | null {
  const [timestamp, token, signature] = ["timestamp", "token", "signature"].map((name) => {
    const value = form?.get(name);
    return typeof value === "string" ? value : "";
  });
  if (!timestamp || !token || !signature) return null;
  return { timestamp, signed: Buffer.from(timestamp + token), signature };
}

function isSignedBy(secret: string, { timestamp, signed, signature }: Signed): boolean {
  const ageSeconds = Math.abs(now().getTime() / 1_000 - Number(timestamp));
  if (!(ageSeconds <= SIGNATURE_LIFE_SECONDS)) return false;
  const expected = createHmac("sha256", secret).update(signed).digest();
  const given = Buffer.from(signature, "hex");
  return given.length === expected.length && timingSafeEqual(given, expected);
}

async function readMailField(form: FormData): Promise<Uint8Array | null> {
  for (const name of MAIL_FIELDS) {
    const value = form.get(name);
    if (typeof value === "string") return Buffer.from(value, "utf8");
    if (value) return new Uint8Array(await value.arrayBuffer());
  }
  return null;
}
