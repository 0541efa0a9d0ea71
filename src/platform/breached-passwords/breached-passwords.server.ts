import { createHash } from "node:crypto";
import { env } from "#platform/env/env.server.ts";
import { log } from "#platform/log/log.server.ts";
import { httpCall } from "#platform/outgoing/http-call.server.ts";

export type BreachedPasswords = {
  /**
   * Whether the provider knows the password from a breach; false too if the provider does not
   * answer.
   */
  has(password: string): Promise<boolean>;
};

type RangeSettings = {
  /**
   * The responses are at {baseUrl}/range/{five characters}, as at https://api.pwnedpasswords.com.
   */
  baseUrl: string;
  /** For the whole response. It is short because a person waits for their form. */
  timeoutMs?: number;
};

/** A range of Have I Been Pwned has 1,000 to 2,500 lines of about 40 bytes, with its padding. */
const LARGEST_RANGE_BYTES = 512 * 1024;
const PREFIX_LENGTH = 5;

/**
 * Checks passwords against known breaches with the range protocol of Have I Been Pwned. Only the
 * first five characters of the SHA-1 are sent, which about a thousand other passwords share, and
 * the suffixes of all of them are returned (https://haveibeenpwned.com/API/v3#PwnedPasswords). If
 * the provider is not available, the password is accepted: the list of common passwords was checked
 * before.
 */
export function passwordRange({ baseUrl, timeoutMs = 3_000 }: RangeSettings): BreachedPasswords {
  const base = baseUrl.replace(/\/+$/, "");
  return {
    async has(password) {
      const digest = createHash("sha1").update(password).digest("hex").toUpperCase();
      const response = await httpCall({
        url: new URL(`${base}/range/${digest.slice(0, PREFIX_LENGTH)}`),
        method: "GET",
        // Padding hides the length of the response. Somebody who watches the network could
        // otherwise guess the range from it.
        headers: { accept: "text/plain", "add-padding": "true" },
        timeoutMs,
        largestResponseBytes: LARGEST_RANGE_BYTES,
      });
      // Logs neither the address nor the response: both reveal something about the password.
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

/** The provider that the operator set. Without one, no password counts as breached. */
export function breachedPasswords(): BreachedPasswords {
  const { PASSWORD_RANGE_URL } = env();
  return PASSWORD_RANGE_URL ? passwordRange({ baseUrl: PASSWORD_RANGE_URL }) : NONE;
}
