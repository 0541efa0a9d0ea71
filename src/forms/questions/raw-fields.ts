import { toStorable } from "#values/storable-text.ts";

/** A url-encoded post as it came: control name to its values, in order. */
export type RawFields = ReadonlyMap<string, readonly string[]>;

/** Longer values are refused before any reading rule looks at them. */
export const longestRawValue = 10_000;

/** Files are left out: no question of ours takes one, and a file is not a value. */
export function rawFields(
  posted: URLSearchParams | FormData | Readonly<Record<string, string>>,
): RawFields {
  const raw = new Map<string, string[]>();
  const entries =
    posted instanceof URLSearchParams || posted instanceof FormData
      ? posted.entries()
      : Object.entries(posted);
  for (const [name, value] of entries) {
    if (typeof value !== "string") continue;
    const values = raw.get(name);
    if (values) values.push(value);
    else raw.set(name, [value]);
  }
  return raw;
}

/**
 * The first value of a name, or an empty text if it was not sent. Characters that no database
 * stores are removed; before that, `readForm` refuses such an answer.
 */
export function rawValue(raw: RawFields, name: string): string {
  return toStorable(raw.get(name)?.[0] ?? "");
}

/** The post with values that the server knows in place of typed ones. */
export function withKnownValues(
  raw: RawFields,
  known: Readonly<Record<string, string>> | undefined,
): RawFields {
  if (!known) return raw;
  return new Map([
    ...raw,
    ...Object.entries(known).map(([name, value]) => [name, [value]] as const),
  ]);
}

export function isBlank(raw: RawFields, names: readonly string[]): boolean {
  return names.every((name) => (raw.get(name) ?? []).every((value) => value.trim() === ""));
}

/** Two different values under one name: we cannot know which one the person meant. */
export function isRepeated(raw: RawFields, name: string): boolean {
  return new Set(raw.get(name)).size > 1;
}

/**
 * NUL, escapes, unpaired surrogates and similar. Tabs and line breaks are handled by the question
 * that parses them.
 */
export const controlCharacters =
  // oxlint-disable-next-line no-control-regex -- control characters are what this is about
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\uFFFE\uFFFF\p{Surrogate}]/u;
