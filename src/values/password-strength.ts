/**
 * How many parts of a password an attacker has to guess: its characters, but a commonly used part
 * (a listed word, a keyboard pattern, a sequence, a repetition) counts as one. A rough measure
 * after zxcvbn (Wheeler, USENIX Security 2016), small enough to run while a person types.
 */
export function countGuessableParts(password: string, words: readonly string[] = []): number {
  const text = undisguise(password.toLowerCase());
  const known = [...WORDS, ...words.map((word) => undisguise(word.toLowerCase()))]
    .filter((word) => word.length >= 3)
    .toSorted((a, b) => b.length - a.length);
  const seen = new Set<string>();
  let count = 0;
  for (let at = 0; at < text.length;) {
    const length = longestPart(text.slice(at), known);
    const part = text.slice(at, at + Math.max(length, 1));
    // A repeated part adds nothing.
    if (length < 2 || !seen.has(part)) count += 1;
    if (length >= 2) seen.add(part);
    at += part.length;
  }
  return count;
}

/** Below this a password is refused, however long. */
export const FEWEST_PARTS = 7;

/** Words that people make passwords of and that lists of short ones lack, in both languages. */
const WORDS = [
  "administrator",
  "administrateur",
  "admin",
  "password",
  "passphrase",
  "passwort",
  "motdepasse",
  "welcome",
  "bienvenue",
  "bonjour",
  "changeme",
  "letmein",
  "iloveyou",
  "jetaime",
  "secret",
  "login",
  "dealer",
  "staff",
  "canada",
  "quebec",
  "toronto",
  "montreal",
  "monkey",
  "dragon",
  "sunshine",
  "football",
  "hockey",
  "baseball",
  "superman",
  "batman",
  "princess",
  "master",
  "soleil",
  "chocolat",
  "voiture",
  "computer",
  "internet",
  "abc",
  "test",
  "user",
  "guest",
  "root",
  "default",
];

/** Keyboard rows joined, so that a pattern may continue in the next row. */
const WALKS = [
  "1234567890qwertyuiopasdfghjklzxcvbnm",
  "1234567890azertyuiopqsdfghjklmwxcvbn",
  "1234567890qwertzuiopasdfghjklyxcvbnm",
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890123456789",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
].flatMap((walk) => [walk, [...walk].toReversed().join("")]);

const SHORTEST_WALK = 3;

function longestPart(text: string, words: readonly string[]): number {
  const word = words.find((each) => text.startsWith(each))?.length ?? 0;
  const same = /^(.)\1+/u.exec(text)?.[0].length ?? 0;
  const year = /^(?:19|20)\d\d(?!\d)/.test(text) ? 4 : 0;
  let walk = 0;
  for (let length = SHORTEST_WALK; length <= text.length; length += 1) {
    const start = text.slice(0, length);
    if (!WALKS.some((each) => each.includes(start))) break;
    walk = length;
  }
  return Math.max(word, same, year, walk);
}

/** "P@ssw0rd" is "password" to an attacker. Digits replace letters only between letters. */
function undisguise(text: string): string {
  return text
    .replace(/[@$!]/g, (sign) => ({ "@": "a", $: "s", "!": "i" })[sign] ?? sign)
    .replace(/(?<=\p{L})[013457](?=\p{L})/gu, (digit) => LOOKALIKES[Number(digit)] ?? digit);
}

const LOOKALIKES = ["o", "i", "", "e", "a", "s", "", "t"];
