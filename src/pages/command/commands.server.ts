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

// The commands of a page's buttons and forms are declared here, and run by one dispatcher: no page
// reads `intent` itself. See docs/decisions/0057-pages-and-commands-are-declared.md.

/** A post, with the arguments of its action. */
export type Press = {
  args: PageArgs;
  /** Input of `handleForm`. */
  post: Awaited<ReturnType<typeof requireFormPost>>;
  /** The first value of a field; "" if it was not sent. */
  field: (name: string) => string;
};

/**
 * What one button or one form of a page does. `Subject` is what the page loaded before: who posts,
 * and what the command acts on.
 */
export type Command<Subject, Result = unknown> = {
  /**
   * The permission that it needs. Absent if the page has checked access itself, as for a private
   * link.
   */
  may?: ChangePermission;
  /** An old session is not enough: the second factor must be fresh. */
  needsFreshFactor?: true;
  /** Returns the page's action data; throws a redirect or a refusal. */
  run: (press: Press, subject: Subject) => Result | Promise<Result>;
};

/** By the name that the button sends as `intent`; a form's command has the form's name. */
export type Commands<Subject> = Readonly<Record<string, Command<Subject>>>;

type ResultOf<Declared> = {
  [Name in keyof Declared]: Declared[Name] extends { run: (...input: never[]) => infer Result }
    ? Awaited<Result>
    : never;
}[keyof Declared];

/** Commands on one kind of subject, type-checked where they are declared. */
export function defineCommands<Subject>() {
  return <Declared extends Commands<Subject>>(commands: Declared): Declared => commands;
}

/** The command that a post names, by its button or its form; null if it names none of these. */
export function findPressed<Declared extends object>(
  commands: Declared,
  raw: RawFields,
): (keyof Declared & string) | null {
  // A form whose button has no name sends the form's name (PageForm).
  const name = rawValue(raw, PRESS_CONTROL) || rawValue(raw, "form");
  return Object.hasOwn(commands, name) ? (name as keyof Declared & string) : null;
}

type Ways<Name> = {
  /** The post, if the page had to read it already. */
  post?: Press["post"];
  /**
   * The command of a post that names none: that of the page's own form, whose button has no name.
   */
  otherwise?: Name;
  /** The status for a post that names no command, if there is no `otherwise`; 400 if absent. */
  status?: 400 | 404 | 422;
};

/**
 * Runs the command that was pressed.
 * @throws what `requirePermission` throws; 400, or `ways.status`, for a name that is no command of
 * this page.
 */
export function runCommand<Subject, Declared extends Commands<Subject>>(
  args: PageArgs,
  commands: Declared,
  subject: Subject,
  ways: Ways<keyof Declared & string> = {},
): Promise<ResultOf<Declared>> {
  return runCommandAbout<Subject, Declared>(args, commands, () => subject, ways);
}

/**
 * The same, on the subject that `find` loads; it is called only if the person has the permission.
 */
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

/** What each button of a page sends; null for the commands that the person may not use. */
export type Presses<Declared> = Readonly<Record<keyof Declared & string, PressName | null>>;

/** For a page's loader: the buttons that this person sees. */
export function listPresses<Declared extends Commands<never>>(
  commands: Declared,
  user: SignedInUser | null,
  /** The reference of the lead that the page shows. */
  lead: string | null = null,
): Presses<Declared> {
  return makeRecord(listKeys(commands) as (keyof Declared & string)[], (name) => {
    const permission = commands[name]?.may;
    return permission === undefined || may(user, permission, lead) ? name : null;
  });
}
