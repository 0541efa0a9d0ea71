/** Each command with what it has to be told, in the rendered element. */
type Commands = {
  /** On a link whose fragment names a dialog, which opens as a modal. */
  "show-modal": undefined;
  /** In such a dialog, which closes. A link to another page leads there, too. */
  close: undefined;
  /** On a button of a form that keeps its value, a look: "light", "dark" or "system". */
  "set-theme": undefined;
  /** Puts `url` on the clipboard, whole; the element with the id `status` says what became of it. */
  copy: { url: string; status: string; done: string; failed: string };
  /** Hands `title` and `url` to the sheet of the system, where it has one (`with-share`). */
  share: { title: string; url: string };
  print: undefined;
};

export type CommandName = keyof Commands;

/**
 * What a press of an element does, called as HTML calls the commands of its invokers. The script that
 * comes with every document carries it out (run-command.ts), before and without the framework: that
 * renders these elements and leaves alone what they change. Where no script runs, an element does what
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
