/** What the last entry of a list posts, whose name stands in the text field beside it. */
export const OTHER = "other";

/** The control of that text field, by the list's own. */
export function otherNameOf(control: string): string {
  return `${control}Other`;
}
