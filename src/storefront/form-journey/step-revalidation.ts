import type { ShouldRevalidateFunctionArgs } from "react-router";

/**
 * A step's page asks for no data after its own posts, but another step is another page. Without
 * this the router shows the step that was left under the address of the next one, where a post
 * within the page is answered while the next step loads: both are one route to it.
 */
export function isOtherStep(args: ShouldRevalidateFunctionArgs): boolean {
  return args.currentParams.step !== args.nextParams.step || args.defaultShouldRevalidate;
}
