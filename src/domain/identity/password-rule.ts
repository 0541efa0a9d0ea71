import { site } from "#site/site.ts";
import { countGuessableParts, FEWEST_PARTS } from "#values/password-strength.ts";

/**
 * Why a chosen password is refused, or null. `isCommon` checks the list of common passwords. Also
 * refused: one's own address and name, the site's name, a few characters repeated, a sequence such
 * as "abcdef", a row of neighbouring keys, and anything else of which almost nothing is left to
 * guess.
 */
export const PASSWORD_MIN_LENGTH = 15;
const PASSWORD_MIN_LENGTH_WITH_SECOND_FACTOR = 8;
/** scrypt works on any length, but a password of a megabyte would cost us time. */
const PASSWORD_MAX_LENGTH = 256;

/** The owner of the password; an attacker tries their name first. */
export type PasswordOwner = { hasSecondFactor: boolean; email: string; name: string };

export type PasswordFault =
  | { code: "password_missing" }
  | { code: "password_short"; minLength: number }
  | { code: "password_long"; maxLength: number }
  | { code: "password_common" }
  /** Known from a breach of another site (breached-passwords.server.ts). */
  | { code: "password_breached" };

/**
 * Why a chosen password is refused, or null. `isCommon` checks the list of common passwords. Also
 * refused: one's own address and name, the site's name, a few characters repeated, a sequence such
 * as "abcdef" or "98765", and anything else of which almost nothing is left to guess.
 */
export function findPasswordFault(
  password: string,
  input: PasswordOwner & { isCommon(password: string): boolean },
): PasswordFault | null {
  const minLength = input.hasSecondFactor
    ? PASSWORD_MIN_LENGTH_WITH_SECOND_FACTOR
    : PASSWORD_MIN_LENGTH;
  const length = [...password].length;
  if (length === 0) return { code: "password_missing" };
  if (length < minLength) return { code: "password_short", minLength };
  if (length > PASSWORD_MAX_LENGTH)
    return { code: "password_long", maxLength: PASSWORD_MAX_LENGTH };
  const folded = password.toLowerCase();
  const isGuessable =
    folded === input.email.toLowerCase() ||
    isRepeated(folded) ||
    isRun(folded) ||
    countGuessableParts(password, ownWords(input)) < FEWEST_PARTS ||
    input.isCommon(folded) ||
    input.isCommon(withoutPadding(folded));
  return isGuessable ? { code: "password_common" } : null;
}

/** The site's names, the person's name, and the parts of their address. */
function ownWords({ email, name }: PasswordOwner): string[] {
  return [
    site.name,
    site.legalName,
    name,
    email,
    ...name.split(/[\s-]+/),
    ...email.split(/[@.+_-]/),
  ];
}

/** "abcabcabcabc": one unit of up to eight characters, repeated; the last one may be incomplete. */
function isRepeated(text: string): boolean {
  const longest = Math.min(8, Math.floor(text.length / 2));
  return Array.from({ length: longest }, (_, index) => text.slice(0, index + 1)).some(
    (unit) => unit.repeat(Math.ceil(text.length / unit.length)).slice(0, text.length) === text,
  );
}

/** "abcdefghijklmno", "987654321098765": each character is next to the one before. */
function isRun(text: string): boolean {
  const steps = Array.from(text.slice(1), (character, index) => {
    const step = character.charCodeAt(0) - text.charCodeAt(index);
    // From 9 to 0, as on the keyboard, and back.
    return Math.abs(step) === 9 ? -Math.sign(step) : step;
  });
  return steps.every((step) => step === 1) || steps.every((step) => step === -1);
}

/**
 * The password without the digits and signs that people add at the end to make it long enough, as
 * in "password1234567!".
 */
function withoutPadding(text: string): string {
  return text.replace(/[^\p{L}]+$/u, "");
}
