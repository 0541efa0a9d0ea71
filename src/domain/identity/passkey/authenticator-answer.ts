import { z } from "zod";

/** Base64url of a credential's id, which has at most 1,023 bytes (WebAuthn Level 3 §5.8.3). */
const credentialId = z.string().regex(/^[\w-]{1,1364}$/);

const answer = z.looseObject({
  id: credentialId,
  rawId: credentialId,
  type: z.literal("public-key"),
  response: z.looseObject({
    clientDataJSON: z.string(),
    // Of a sign-in only; the answer to an enrolment carries others, which pass as they are.
    authenticatorData: z.string().default(""),
    signature: z.string().default(""),
  }),
  clientExtensionResults: z.looseObject({}).default({}),
});

export type AuthenticatorAnswer = z.infer<typeof answer>;

/** What an authenticator answered, as the browser wrote it; null where it is nothing of the kind. */
export function readAuthenticatorAnswer(text: string): AuthenticatorAnswer | null {
  try {
    return answer.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
