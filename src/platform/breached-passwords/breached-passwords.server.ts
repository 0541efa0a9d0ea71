import { createHash } from "node:crypto";
import { env } from "#platform/env/env.server.ts";
import { log } from "#platform/log/log.server.ts";
import { httpCall } from "#platform/outgoing/http-call.server.ts";

export type BreachedPasswords = {
  /** Whether the password is in a breach that the provider knows; false too where it does not answer. */
  has(password: string): Promise<boolean>;
};

type RangeSettings = {
  /** The answers are at {baseUrl}/range/{five characters}, as at https://api.pwnedpasswords.com. */
  baseUrl: string;
  /** For the whole answer; a person waits for their form. */
  timeoutMs?: number;
};

/** A range of Have I Been Pwned has 1,000 to 2,500 lines of about 40 bytes, with its padding. */
const LARGEST_RANGE_BYTES = 512 * 1024;
const PREFIX_LENGTH = 5;

/**
 * Passwords of breaches by the range protocol of Have I Been Pwned: the first five characters of the
 * SHA-1 go out, which a thousand other passwords share, and the suffixes of all of them come back
 * (https://haveibeenpwned.com/API/v3#PwnedPasswords). A provider that is away keeps nobody from
 * choosing a password: the list of common ones was asked before.
 */
export function passwordRange({ baseUrl, timeoutMs = 3_000 }: RangeSettings): BreachedPasswords {
  const base = baseUrl.replace(/\/+$/, "");
  return {
    async has(password) {
      const digest = createHash("sha1").update(password).digest("hex").toUpperCase();
      const response = await httpCall({
        url: new URL(`${base}/range/${digest.slice(0, PREFIX_LENGTH)}`),
        method: "GET",
        // Answers of one length: who watches the wire learns not even the range.
        headers: { accept: "text/plain", "add-padding": "true" },
        timeoutMs,
        largestResponseBytes: LARGEST_RANGE_BYTES,
      });
      // Neither the address nor the answer: both tell of the password.
      if (!response.ok || response.status !== 200) {
        const code = response.ok ? "refused" : "unreachable";
        log.warn("a password was taken without asking about breaches", { code });
        return false;
      }
      return isListed(response.text, digest.slice(PREFIX_LENGTH));
    },
  };
}

/** Lines of SUFFIX:COUNT; a count of 0 is padding. */
function isListed(range: string, suffix: string): boolean {
  return range.split("\n").some((line) => {
    const [listed = "", count = ""] = line.trim().split(":");
    return listed.toUpperCase() === suffix && Number(count) > 0;
  });
}

const NONE: BreachedPasswords = { has: async () => false };

/** The provider that the operator named; without one no password is known to be breached. */
export function breachedPasswords(): BreachedPasswords {
  const { PASSWORD_RANGE_URL } = env();
  return PASSWORD_RANGE_URL ? passwordRange({ baseUrl: PASSWORD_RANGE_URL }) : NONE;
}
