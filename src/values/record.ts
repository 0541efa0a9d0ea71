// Typed helpers that TypeScript lacks for plain records. Correct only for records with exactly the
// keys of their type, like the tables in this code.

export function listKeys<Key extends string>(record: Readonly<Record<Key, unknown>>): Key[] {
  return Object.keys(record) as Key[];
}

/** A record with a value for each of these names. */
export function makeRecord<Key extends PropertyKey, Value>(
  names: readonly Key[],
  valueFor: (name: Key) => Value,
): Record<Key, Value> {
  return Object.fromEntries(names.map((name) => [name, valueFor(name)])) as Record<Key, Value>;
}

/** The properties with these names, if present. */
export function pickKeys<From extends object, Key extends keyof From>(
  from: From,
  names: readonly Key[],
): Pick<From, Key> {
  const held = names.filter((name) => Object.hasOwn(from, name));
  return Object.fromEntries(held.map((name) => [name, from[name]])) as Pick<From, Key>;
}

export function isKey<Key extends string>(
  record: Readonly<Record<Key, unknown>>,
  name: string,
): name is Key {
  return Object.hasOwn(record, name);
}
