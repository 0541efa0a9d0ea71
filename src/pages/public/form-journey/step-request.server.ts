import type { RouterContextProvider } from "react-router";
import { type Visitor, visitorOf } from "#platform/request/visitor.server.ts";

/** What a step's loader and action are called with. */
export type StepArgs = {
  request: Request;
  params: { step?: string };
  context: Readonly<RouterContextProvider>;
};

export type StepRequest = {
  /** Undefined for the first step. */
  slug: string | undefined;
  /** The step to come back to, after one answer was changed. */
  returnTo: string | null;
  visitor: Visitor;
};

export function stepRequest({ request, params, context }: StepArgs): StepRequest {
  const returnTo = new URL(request.url).searchParams.get("return");
  return { slug: params.step, returnTo, visitor: visitorOf(context) };
}

/** Asked for by the page's script, which stays where it is. */
export function isOwnScript(request: Request): boolean {
  return request.headers.get("sec-fetch-dest") === "empty";
}

/** A browser cannot ask again for the answer to a post: Back shows it as it was. */
export const KEPT_FOR_BACK = { "cache-control": "private, no-cache" };

/** Browser Back must ask again whether the form was sent meanwhile. */
export const NOT_STORED = { "cache-control": "private, no-store" };
