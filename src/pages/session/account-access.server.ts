import { redirect, type RouterContextProvider } from "react-router";
import { type FromBrowser } from "#domain/identity/second-factor.server.ts";
import { protocolOf } from "#domain/identity/identity.server.ts";
import { paths } from "#site/paths.ts";
import { type SignedInUser, type Visitor, visitorOf } from "#platform/request/visitor.server.ts";
import { hrefIn } from "#ui/locale-href.ts";

export type PageArgs = { request: Request; context: Readonly<RouterContextProvider> };

/**
 * Who is signed in. Every loader and action of the account begins with it.
 * @throws a redirect to sign-in, and back to the page, where nobody is.
 */
export function memberOf({ request, context }: PageArgs): { user: SignedInUser; visitor: Visitor } {
  const visitor = visitorOf(context);
  if (visitor.user) return { user: visitor.user, visitor };
  const { pathname, search } = new URL(request.url);
  const returnTo = new URLSearchParams({ returnTo: pathname.replace(/\.data$/, "") + search });
  throw redirect(`${hrefIn(paths.signIn())}?${returnTo}`);
}

/** What the identity room needs of a request to read and to set its cookies. */
export function browserOf({ request, context }: PageArgs): FromBrowser {
  return { headers: request.headers, protocol: protocolOf(visitorOf(context).origin) };
}

/** On to another page, with the cookies that an answer of the identity room carries. */
export function leadOn(address: string, cookies: readonly string[] = []): Response {
  const headers = new Headers(cookies.map((cookie) => ["set-cookie", cookie]));
  return redirect(address, { status: 303, headers });
}
