// How a post names its command. A page checks the names by the type of its declaration:
// `sends<AlbumPress>("remove")`.

/** What a button of a page sends: the name of its command. */
export type PressName = string;

/** The control by which a button, or a form with one command, names its command. */
export const PRESS_CONTROL = "intent";

/** For any button, and for a hidden input. */
export function sends<Name extends PressName>(press: Name): { name: string; value: Name } {
  return { name: PRESS_CONTROL, value: press };
}

type Fields = Readonly<Record<string, string>>;

/**
 * The same as hidden fields, or as the body of a script's post, with the fields of what it acts on.
 */
export function fieldsOf<Name extends PressName>(press: Name, about?: Fields): Fields {
  return { [PRESS_CONTROL]: press, ...about };
}

/** Whether the data being posted is this command with these fields. */
export function isPress<Name extends PressName>(
  posted: FormData | undefined,
  press: Name,
  about?: Fields,
): boolean {
  const fields = Object.entries(fieldsOf(press, about));
  return posted !== undefined && fields.every(([name, value]) => posted.get(name) === value);
}
