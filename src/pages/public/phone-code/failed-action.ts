import { isRouteErrorResponse } from "react-router";

/** In place of an action's answer where none came, so that the page with what was typed remains. */
export type FailedAction = { hasFailed: true };

/**
 * Awaits an action's answer. A redirect or a refusal of the server goes its way; a network that is
 * gone, a server that cannot take anything now, or an answer that nobody understands, becomes a state
 * of the page and not its end.
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
