import { isRouteErrorResponse } from "react-router";

/** In place of an action's result if there is none, so that the page stays, with what was typed. */
export type FailedAction = { hasFailed: true };

/**
 * Awaits an action's result. Redirects and refusals of the server are thrown on. A network error, a
 * 503, or a response that cannot be read becomes a state of the page, and not an error page in its
 * place.
 */
export async function orFailed<Answer>(result: Promise<Answer>): Promise<Answer | FailedAction> {
  try {
    return await result;
  } catch (error) {
    const isOutage = isRouteErrorResponse(error) && error.status === 503;
    if (!isOutage && (error instanceof Response || isRouteErrorResponse(error))) throw error;
    return { hasFailed: true };
  }
}
