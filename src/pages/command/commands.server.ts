import { data } from "react-router";
import { may } from "#domain/identity/permission.ts";
import { type RawFields, rawValue } from "#forms/questions/raw-fields.ts";
import {
  type PageArgs,
  requireFormPost,
  requireFreshFactor,
  requirePermission,
} from "#pages/session/guards.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { listKeys, makeRecord } from "#values/record.ts";
import { PRESS_CONTROL, type PressName } from "./press.ts";
import type { ChangePermission } from "#values/role.ts";

// Whatever a button or a form of a page does is declared here, and run by one dispatcher: nobody reads
// `intent` by hand. See docs/decisions/0057-pages-and-commands-are-declared.md.

/** What was posted, and with what. */
export type Press = {
  args: PageArgs;
  /** For `handleForm`. */
  post: Awaited<ReturnType<typeof requireFormPost>>;
  /** The first value of a field, "" where it was not sent. */
  field: (name: string) => string;
};

/**
 * What one button or one form of a page does. `Subject` is what the page found out before: who asks, and
 * what it is about.
 */
export type Command<Subject, Result = unknown> = {
  /** Whose button it is. None where the page has decided that already, as for a private link. */
  may?: ChangePermission;
  /** A session that was left open is not enough. */
  needsFreshFactor?: true;
  /** Returns what the page shows; throws a redirect or a refusal. */
  run: (press: Press, subject: Subject) => Result | Promise<Result>;
};

/** By the name that its button sends as `intent`; a form's command has the form's name. */
export type Commands<Subject> = Readonly<Record<string, Command<Subject>>>;

type ResultOf<Declared> = {
  [Name in keyof Declared]: Declared[Name] extends { run: (...input: never[]) => infer Result }
    ? Awaited<Result>
    : never;
}[keyof Declared];

/** Commands about one kind of subject, checked where they are written. */
export function defineCommands<Subject>() {
  return <Declared extends Commands<Subject>>(commands: Declared): Declared => commands;
}

/** The command that a post names, by its button or as a form; null where it is none of these. */
export function findPressed<Declared extends object>(
  commands: Declared,
  raw: RawFields,
): (keyof Declared & string) | null {
  // A form without a button of its own says its name (PageForm).
  const name = rawValue(raw, PRESS_CONTROL) || rawValue(raw, "form");
  return Object.hasOwn(commands, name) ? (name as keyof Declared & string) : null;
}

type Ways<Name> = {
  /** What was posted, where the page had to read it before. */
  post?: Press["post"];
  /** The command of a post that names none: the page's own form, whose button has no name. */
  otherwise?: Name;
  /** What a post that names none is answered, where nothing is done otherwise. */
  status?: 400 | 404 | 422;
};

/**
 * Runs the command that was pressed.
 * @throws what `requirePermission` throws; 400 for a name that is no command of this page.
 */
export function runCommand<Subject, Declared extends Commands<Subject>>(
  args: PageArgs,
  commands: Declared,
  subject: Subject,
  ways: Ways<keyof Declared & string> = {},
): Promise<ResultOf<Declared>> {
  return runCommandAbout<Subject, Declared>(args, commands, () => subject, ways);
}

/** The same about what `find` finds, which is asked only once the person may press it. */
export async function runCommandAbout<Subject, Declared extends Commands<Subject>>(
  args: PageArgs,
  commands: Declared,
  find: () => Subject | Promise<Subject>,
  ways: Ways<keyof Declared & string> = {},
): Promise<ResultOf<Declared>> {
  const post = ways.post ?? (await requireFormPost(args));
  const name = findPressed(commands, post.raw) ?? ways.otherwise;
  const command = name === undefined ? undefined : commands[name];
  if (!command) throw data({ code: "no_such_command" }, { status: ways.status ?? 400 });
  if (command.may) requirePermission(args, command.may);
  if (command.needsFreshFactor) requireFreshFactor(args);
  const field = (control: string) => rawValue(post.raw, control);
  return (await command.run({ args, post, field }, await find())) as ResultOf<Declared>;
}

/** What each button of a page sends; null for the commands that the person may not press. */
export type Presses<Declared> = Readonly<Record<keyof Declared & string, PressName | null>>;

/** For a page's loader: which of its buttons this person sees. */
export function listPresses<Declared extends Commands<never>>(
  commands: Declared,
  user: SignedInUser | null,
): Presses<Declared> {
  return makeRecord(listKeys(commands) as (keyof Declared & string)[], (name) => {
    const permission = commands[name]?.may;
    return permission === undefined || may(user, permission) ? name : null;
  });
}
