import type { MiddlewareHandler } from "hono";
import { SignedOutPage } from "#pages/public/layout/signed-out-page.tsx";
import { isFormPost, renderWithPost } from "./saved-post.tsx";
import type { ServerEnv } from "./visitor.ts";

/**
 * Handles a form of a members-only page that was sent after the session ended: nothing typed is
 * lost.
 */
export const handleSignedOut: MiddlewareHandler<ServerEnv> = async (context, next) => {
  const isStranger = context.get("visitor").user === null;
  const copy = isStranger && isFormPost(context) ? context.req.raw.clone() : null;
  await next();
  const { status, headers } = context.res;
  // A call responds with JSON.
  if (!copy || status !== 401 || !headers.get("content-type")?.startsWith("text/html")) return;
  context.res = await renderWithPost(
    context,
    copy,
    { status, headers: { "cache-control": "no-store" } },
    (post) => <SignedOutPage post={post} />,
  );
};
