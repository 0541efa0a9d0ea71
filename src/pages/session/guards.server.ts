import { eq } from "drizzle-orm";
import { data, redirect, type RouterContextProvider } from "react-router";
import type { BrowserRequest } from "#domain/identity/auth.server.ts";
import { deleteDrafts, moveDrafts } from "#domain/draft/draft.server.ts";
import { readCookie, writeCookie } from "#domain/identity/browser-cookie.server.ts";
import { findBrowserHash } from "#domain/identity/known-browser.server.ts";
import { endSession } from "#domain/identity/session.server.ts";
import {
  forgetVisitorCookie,
  hashVisitorSecret,
  makeVisitorSecret,
  writeVisitorCookie,
} from "#platform/request/visitor-cookie.server.ts";
import { forgetPushBrowsers } from "#domain/notification/push-browsers.server.ts";
import { submissionTable } from "#domain/lead/submission.table.ts";
import { phoneVerificationTable } from "#domain/phone-verification/phone-verification.table.ts";
import { db, type Queryable } from "#platform/database/database.server.ts";
import { may } from "#domain/identity/permission.ts";
import { paths } from "#site/paths.ts";
import { requirePost } from "#platform/request/read-post.server.ts";
import { type SignedInUser, type Visitor, readVisitor } from "#platform/request/visitor.server.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { signInHref } from "#ui/sign-in-href.ts";
import type { CookieName } from "#values/cookies.ts";
import type { Permission } from "#values/role.ts";

export type PageArgs = { request: Request; context: Readonly<RouterContextProvider> };

/** The arguments of a page that a link in an e-mail opens. */
export type LinkPageArgs = PageArgs & { params: { token: string } };

export type Member = { user: SignedInUser; visitor: Visitor };

/**
 * The signed-in user. Every loader and action of a person's own pages calls it first.
 * @throws if nobody is signed in: a redirect to sign-in, and from there back to the page; for a
 * post 401, shown by a page that keeps what was typed (signed-out-page.tsx).
 */
export function requireMember(args: PageArgs): Member {
  const visitor = readVisitor(args);
  if (visitor.user) return { user: visitor.user, visitor };
  if (args.request.method === "POST") throw data({ code: "signed_out" }, { status: 401 });
  const { pathname, search } = new URL(args.request.url);
  throw redirect(leadToSignIn(args, pathname.replace(/\.data$/, "") + search));
}

/** The address of the sign-in page, which says why and leads back to `returnTo`. */
export function leadToSignIn(args: PageArgs, returnTo: string): string {
  const hadSession = readCookie(browserRequest(args), "session") !== undefined;
  return signInHref(returnTo, hadSession ? "session_over" : "sign_in_needed");
}

/**
 * A user with this permission. Every loader and action of the back office calls it first.
 * @throws what `requireMember` throws; a redirect to their account if they are staff without a
 * second factor yet; a 403 if the person does not have the permission.
 */
export function requirePermission(
  args: PageArgs,
  permission: Permission,
  /** The lead that it is about, where its reference is not in the address. */
  lead: string | null = findLeadOf(args),
): Member {
  const member = requireMember(args);
  if (may(member.user, permission, lead)) return member;
  if (member.user.lacksSecondFactor) throw redirect(hrefIn(paths.accountSecurity()));
  throw data({ code: "not_permitted" }, { status: 403 });
}

/** The reference in the page's address, for what a person may do about that lead only. */
export function findLeadOf(args: PageArgs & { params?: { reference?: string } }): string | null {
  return args.params?.reference ?? null;
}

/**
 * A user who proved their second factor in the last few minutes, if they must have one. Loaders and
 * actions of sensitive things call it: roles, who may sign in, what opens the account.
 * @throws what `requireMember` throws; a redirect to the page that asks for the factor, and from
 * there back.
 */
export function requireFreshFactor(args: PageArgs): Member {
  const member = requireMember(args);
  if (member.user.lacksSecondFactor) throw redirect(hrefIn(paths.accountSecurity()));
  if (!member.user.lacksFreshFactor) return member;
  const { pathname, search } = new URL(args.request.url);
  const returnTo = new URLSearchParams({ returnTo: pathname.replace(/\.data$/, "") + search });
  throw redirect(`${hrefIn(paths.freshFactor())}?${returnTo}`);
}

/**
 * A form's post as the input of `handleForm`. @throws a response for a body that none of our forms
 * sends
 */
export async function requireFormPost(args: PageArgs) {
  const { fields: raw, files } = await requirePost(args.request);
  return { raw, files, visitor: readVisitor(args) };
}

/** What the identity module needs of a request to read and to set its cookies. */
export function browserRequest(args: PageArgs): BrowserRequest {
  return { headers: args.request.headers, origin: readVisitor(args).origin };
}

/**
 * Signs out and leaves nothing in this browser for the next person: the visitor cookie is deleted,
 * and so are the drafts that it opens. It takes no push messages any more. Returns the `set-cookie`
 * values.
 */
export async function leaveBrowser(args: PageArgs): Promise<string[]> {
  const { visitorHash, origin } = readVisitor(args);
  await deleteDrafts(visitorHash);
  const browserHash = findBrowserHash(browserRequest(args));
  if (browserHash !== null) await forgetPushBrowsers(db(), { browserHash });
  return [...(await endSession(browserRequest(args))), forgetVisitorCookie(origin)];
}

/**
 * Cookies that identify a person, besides those of the session and the visitor. The colour scheme
 * and the language do not.
 */
const PERSONAL_COOKIES = [
  "second-step",
  "device",
  "email-sign-in",
  "pending-save",
  "passkey",
  "google",
  "wrote",
  "preview",
  "estimate",
  "embeds",
] as const satisfies CookieName[];

/**
 * The same on a shared computer: the browser is no longer a known device of any account, and a copy
 * of its visitor cookie opens nothing of what was sent with it.
 */
export async function forgetBrowser(args: PageArgs): Promise<string[]> {
  const { visitorHash, origin } = readVisitor(args);
  await handOver(visitorHash, hashVisitorSecret(makeVisitorSecret()));
  const cookies = await leaveBrowser(args);
  return [...cookies, ...PERSONAL_COOKIES.map((name) => writeCookie(origin, name, "", 0))];
}

/** Moves what a visitor sent, and the codes of their phone, to another visitor. */
async function handOver(
  visitorHash: string,
  nextHash: string,
  queryable: Queryable = db(),
): Promise<void> {
  for (const table of [submissionTable, phoneVerificationTable])
    await queryable
      .update(table)
      .set({ visitorHash: nextHash })
      .where(eq(table.visitorHash, visitorHash));
}

/**
 * The cookies after a sign-in, including a new visitor cookie: one that was read or planted before
 * opens nothing of what the person does from now on. Their drafts move to the new one.
 */
export async function enterBrowser(args: PageArgs, cookies: readonly string[]): Promise<string[]> {
  const { visitorHash, origin, isUnknown } = readVisitor(args);
  // The browser sent no visitor cookie: the server sets the first one.
  if (isUnknown) return [...cookies];
  const secret = makeVisitorSecret();
  const nextHash = hashVisitorSecret(secret);
  await db().transaction(async (transaction) => {
    await moveDrafts(transaction, visitorHash, nextHash);
    await handOver(visitorHash, nextHash, transaction);
  });
  return [...cookies, writeVisitorCookie(origin, secret)];
}

/** 303 See Other, with the cookies that the identity module returned. */
export function redirectTo(address: string, cookies: readonly string[] = []): Response {
  const headers = new Headers(cookies.map((cookie) => ["set-cookie", cookie]));
  return redirect(address, { status: 303, headers });
}

/** A person's own page must be in no cache; a refusal's Retry-After must reach the browser. */
export function privateHeaders({ actionHeaders }: { actionHeaders: Headers }): Headers {
  const headers = new Headers(actionHeaders);
  headers.set("cache-control", "no-store");
  return headers;
}
