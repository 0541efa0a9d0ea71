/** Each command with its input, which the rendered element holds. */
type Commands = {
  /** On a link whose fragment is a dialog's id: opens it as a modal. */
  "show-modal": undefined;
  /** In such a dialog: closes it. A link to another page is followed too. */
  close: undefined;
  /** On a button of a form that stores its value, a colour scheme: "light", "dark" or "system". */
  "set-theme": undefined;
  /**
   * Copies `url`, as an absolute address, to the clipboard; the element with the id `status` shows
   * the result.
   */
  copy: { url: string; status: string; done: string; failed: string };
  /** Opens the system's share sheet with `title` and `url`, if it has one (`with-share`). */
  share: { title: string; url: string };
  print: undefined;
};

export type CommandName = keyof Commands;

/**
 * What a press of an element does, named as in HTML's invoker commands. The script in every
 * document runs it (run-command.ts), before and without the framework: the framework renders these
 * elements, and does not touch what the commands change. Without any script, an element does what
 * its tag does.
 */
export function command<Name extends CommandName>(
  name: Name,
  ...[input]: Commands[Name] extends undefined ? [] : [Commands[Name]]
): Record<`data-${string}`, string> {
  const attributes = Object.entries<string>(input ?? {}).map(([key, value]) => [
    `data-${key}`,
    value,
  ]);
  return { "data-command": name, ...Object.fromEntries(attributes) };
}
