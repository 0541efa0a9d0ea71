// How a post names its command. A page types the names against its declaration:
// `sends<AlbumPress>("remove")`.

/** The control by which a button, or a form with one command, says which command it is. */
export const PRESS_CONTROL = "intent";

/** For a button of any look, and for a hidden input. */
export function sends<Name extends string>(press: Name): { name: string; value: Name } {
  return { name: PRESS_CONTROL, value: press };
}

/** The same as hidden fields, or as what a script posts. */
export function fieldsOf<Name extends string>(press: Name): Record<string, Name> {
  return { [PRESS_CONTROL]: press };
}

/** Whether what is being posted is this command, about this. */
export function isPress<Name extends string>(
  posted: FormData | undefined,
  press: Name | null,
  about: Readonly<Record<string, string>> = {},
): boolean {
  if (!posted || press === null || posted.get(PRESS_CONTROL) !== press) return false;
  return Object.entries(about).every(([name, value]) => posted.get(name) === value);
}
