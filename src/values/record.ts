// What TypeScript does not say of plain records. Right only for records that hold just the keys of
// their type, as the tables in this code do.

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

/** Those of these names that it has. */
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
