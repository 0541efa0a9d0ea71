import { createHmac, randomBytes } from "node:crypto";
import type { TargetKind } from "./target-kind.ts";

const SECRET_PREFIX = "whsec_";
const SECRET_BYTES = 32;

/**
 * Standard Webhooks (https://www.standardwebhooks.com): JSON, signed with every secret that is
 * valid at the moment, so that a receiver can change its own while the old one still works.
 */
export const webhook: TargetKind = {
  makeSecret: () => SECRET_PREFIX + randomBytes(SECRET_BYTES).toString("base64"),
  write({ type, data }, { id, at, secrets }) {
    const body = JSON.stringify({ type, timestamp: at.toISOString(), data });
    const seconds = Math.floor(at.getTime() / 1_000);
    const signatures = secrets.map((secret) => sign(secret, `${id}.${seconds}.${body}`));
    return {
      headers: {
        "content-type": "application/json",
        "webhook-id": id,
        "webhook-timestamp": String(seconds),
        "webhook-signature": signatures.join(" "),
      },
      body,
    };
  },
};

function sign(secret: string, content: string): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), "base64");
  return `v1,${createHmac("sha256", key).update(content).digest("base64")}`;
}
