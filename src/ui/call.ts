import { paths } from "#site/paths.ts";
import { hrefIn } from "./locale-href.ts";
import { signInHref } from "./sign-in-href.ts";
import { forgetAccessToken, storeAccessToken, storedAccessToken } from "./access-token.ts";

export type CallInit = {
  method?: "GET" | "POST" | "DELETE";
  /** Sent as JSON. */
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  /** The e-mail of the signed-in user (from the page's loader); null for a visitor. */
  email: string | null;
  /**
   * Called if the session has ended: it may save what was pressed, and returns the path to open
   * after signing in. Without it that is the current page.
   */
  beforeSignIn?: () => Promise<string>;
};

/**
 * Thrown while the browser goes to the sign-in page: the caller has nothing left to do or to show.
 */
export class SignedOut extends Error {
  override name = "SignedOut";
}

/**
 * A call of SPEC.md §7, with its Bearer token. A 401 or 403 signs out, goes to /login, which says
 * why, and rejects (§8); the caller reads every other response, also refusals.
 * @throws {SignedOut}
 */
export async function call(path: string, init: CallInit): Promise<Response> {
  const stored = init.email === null ? null : storedAccessToken();
  const response = await ask(path, init, stored ?? (await freshToken(init)));
  if (response.status !== 401 && response.status !== 403) return response;
  // The stored token may belong to an earlier session: one more try with a new token.
  if (stored && response.status === 401) {
    const second = await ask(path, init, await freshToken(init));
    if (second.status !== 401 && second.status !== 403) return second;
    return signOutAndLeave(init, second);
  }
  return signOutAndLeave(init, response);
}

/**
 * SPEC.md §7: the token is fetched and stored when a user is signed in. Nothing waits for it, and
 * errors are ignored: the session may have ended meanwhile, as by the sign-out button. A call
 * without a token requests one again, and reports the error.
 */
export async function prefetchToken(email: string): Promise<void> {
  if (storedAccessToken() !== null) return;
  const response = await askForToken(email).catch(() => null);
  if (response?.ok) await storeToken(response);
}

function ask(path: string, init: CallInit, token: string | null): Promise<Response> {
  return fetch(path, {
    method: init.method ?? "GET",
    headers: {
      ...init.headers,
      accept: "application/json",
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(init.body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(init.body === undefined ? {} : { body: JSON.stringify(init.body) }),
  });
}

async function freshToken(init: CallInit): Promise<string | null> {
  if (init.email === null) return null;
  const response = await askForToken(init.email);
  if (response.status === 401 || response.status === 403) return signOutAndLeave(init, response);
  return response.ok ? storeToken(response) : null;
}

function askForToken(email: string): Promise<Response> {
  return fetch("/jwt", {
    method: "POST",
    headers: { accept: "application/json", "content-type": "application/json" },
    body: JSON.stringify({ email }),
  });
}

async function storeToken(response: Response): Promise<string> {
  const { token } = (await response.json()) as { token: string };
  storeAccessToken(token);
  return token;
}

async function signOutAndLeave({ beforeSignIn }: CallInit, { status }: Response): Promise<never> {
  forgetAccessToken();
  await fetch(hrefIn(paths.signOut()), {
    method: "POST",
    body: new URLSearchParams(),
    redirect: "manual",
  }).catch(() => undefined);
  const here = location.pathname + location.search;
  const returnTo = (await beforeSignIn?.().catch(() => here)) ?? here;
  location.assign(signInHref(returnTo, status === 403 ? "not_permitted" : "session_over"));
  throw new SignedOut();
}
