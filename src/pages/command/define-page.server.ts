import { data } from "react-router";
import {
  type Member,
  type PageArgs,
  requireFreshFactor,
  requirePermission,
} from "#pages/session/guards.server.ts";
import { type Command, listPresses, type Presses, runCommandAbout } from "./commands.server.ts";
import type { ReadPermission } from "#values/role.ts";

type PageDeclaration<Args extends PageArgs, Loaded extends object, Subject, Declared> = {
  /** As routes.ts has it, with the names of its parts: `/staff/requests/:id`. */
  address: `/${string}`;
  /** Who may read the page, and post to it at all. */
  read: ReadPermission;
  /** A session that was left open is not enough, to read or to post. */
  needsFreshFactor?: true;
  load: (args: Args, member: Member) => Promise<Loaded> | Loaded;
  /** What its commands are about, found before one runs. @throws 404 where there is none. */
  find?: (args: Args, member: Member) => Promise<Subject> | Subject;
  commands?: Declared;
};

/** What a command of a declared page is told. */
export type PageSubject<Subject = unknown> = { by: Member["user"]; of: Subject };

/**
 * A page of the back office: who reads it, what it loads, and what its buttons do. Its route module takes
 * loader and action from here. The title stays in the module, because the browser needs it as well.
 */
export function definePage<
  Args extends PageArgs,
  Loaded extends object,
  Subject,
  Declared extends Readonly<Record<string, Command<PageSubject<Subject>>>>,
>(page: PageDeclaration<Args, Loaded, Subject, Declared>) {
  const { read, needsFreshFactor, load, find, commands = {} as Declared } = page;
  const requireReader = (args: Args): Member => {
    const member = requirePermission(args, read);
    if (needsFreshFactor) requireFreshFactor(args);
    return member;
  };
  return {
    ...page,
    commands,
    isPage: true as const,
    loader: async (args: Args): Promise<Loaded & { presses: Presses<Declared> }> => {
      const member = requireReader(args);
      const loaded = await load(args, member);
      return { ...loaded, presses: listPresses(commands, member.user) };
    },
    action: async (args: Args) => {
      const member = requireReader(args);
      if (Object.keys(commands).length === 0) throw data(null, { status: 405 });
      return runCommandAbout<PageSubject<Subject>, Declared>(args, commands, async () => ({
        by: member.user,
        of: (await find?.(args, member)) as Subject,
      }));
    },
  };
}

/** Any declared page, for what reads them all. */
export type DeclaredPage = {
  isPage: true;
  address: string;
  read: ReadPermission;
  commands: Readonly<Record<string, Pick<Command<never>, "may" | "needsFreshFactor">>>;
  action: (args: never) => Promise<unknown>;
};
