import { data } from "react-router";
import {
  findLeadOf,
  type Member,
  type PageArgs,
  requireFreshFactor,
  requirePermission,
} from "#pages/session/guards.server.ts";
import { type Command, listPresses, type Presses, runCommandAbout } from "./commands.server.ts";
import type { ReadPermission } from "#values/role.ts";

type PageDeclaration<Args extends PageArgs, Loaded extends object, Subject, Declared> = {
  /** As in routes.ts, with the parameters' names: `/staff/requests/:id`. */
  address: `/${string}`;
  /** The permission to read the page; every post needs it too. */
  read: ReadPermission;
  /** An old session is not enough, neither to read nor to post: the second factor must be fresh. */
  needsFreshFactor?: true;
  load: (args: Args, member: Member) => Promise<Loaded> | Loaded;
  /** Loads what its commands act on, before one runs. @throws 404 if it does not exist */
  find?: (args: Args, member: Member) => Promise<Subject> | Subject;
  commands?: Declared;
};

/** The subject of a declared page's command: who posts, and what it acts on. */
export type PageSubject<Subject = unknown> = { by: Member["user"]; of: Subject };

/**
 * A page of the back office: who may read it, what it loads, and what its buttons do. Its route
 * module takes its loader and action from here. The title stays in the module, because the browser
 * needs it too.
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
      return { ...loaded, presses: listPresses(commands, member.user, findLeadOf(args)) };
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

/** Any declared page, for code that reads all declarations. */
export type DeclaredPage = {
  isPage: true;
  address: string;
  read: ReadPermission;
  commands: Readonly<Record<string, Pick<Command<never>, "may" | "needsFreshFactor">>>;
  action: (args: never) => Promise<unknown>;
};
