import { eq } from "drizzle-orm";
import { db } from "#platform/database/database.server.ts";
import { env } from "#platform/env/env.server.ts";
import { mac } from "#platform/vault/vault.server.ts";
import { readReference } from "#values/reference.ts";
import { leadTable } from "./lead.table.ts";

const PURPOSE = "reply address";
/** 128 bits in hexadecimal: mail servers may fold the case of an address. */
const DIGEST_LENGTH = 32;

/**
 * The address that an answer to a mail about this lead is sent to: `reply+TOKEN@domain`, a
 * subaddress (RFC 5233) of REPLY_ADDRESS. Undefined if that is not set: then people answer to the
 * sender's address, and their mail is matched without a token.
 */
export function buildReplyAddress(lead: { id: string; reference: string }): string | undefined {
  const { REPLY_ADDRESS } = env();
  if (!REPLY_ADDRESS) return undefined;
  const [local = "", domain = ""] = REPLY_ADDRESS.split("@");
  return `${local}+${lead.reference.toLowerCase()}-${digestOf(lead.id)}@${domain}`;
}

/** The lead whose reply address this is; null for any other address. */
export async function findLeadByReplyAddress(address: string): Promise<{ id: string } | null> {
  const [, typed = "", digest = ""] =
    /\+([a-z0-9]+)-([0-9a-f]{32})@/.exec(address.toLowerCase()) ?? [];
  const reference = readReference(typed);
  if (!reference) return null;
  const [lead] = await db()
    .select({ id: leadTable.id })
    .from(leadTable)
    .where(eq(leadTable.reference, reference));
  return lead && digestOf(lead.id) === digest ? lead : null;
}

/** Compared as a whole: an attacker learns nothing from how long a mail takes to be read. */
function digestOf(leadId: string): string {
  const digest = Buffer.from(mac().hmac(PURPOSE, leadId), "base64url");
  return digest.toString("hex").slice(0, DIGEST_LENGTH);
}
