// How a post names its command. A page types the names against its declaration:
// `sends<AlbumPress>("remove")`.

/** What a button of a page sends: the name of its command. */
export type PressName = string;

/** The control by which a button, or a form with one command, says which command it is. */
export const PRESS_CONTROL = "intent";

/** For a button of any look, and for a hidden input. */
export function sends<Name extends PressName>(press: Name): { name: string; value: Name } {
  return { name: PRESS_CONTROL, value: press };
}

type Fields = Readonly<Record<string, string>>;

/** The same as hidden fields, or as what a script posts, with what it is about. */
export function fieldsOf<Name extends PressName>(press: Name, about?: Fields): Fields {
  return { [PRESS_CONTROL]: press, ...about };
}

/** Whether what is being posted is this command, about this. */
export function isPress<Name extends PressName>(
  posted: FormData | undefined,
  press: Name,
  about?: Fields,
): boolean {
  const fields = Object.entries(fieldsOf(press, about));
  return posted !== undefined && fields.every(([name, value]) => posted.get(name) === value);
}
