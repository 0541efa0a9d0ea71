import type { HeadersArgs, ShouldRevalidateFunctionArgs } from "react-router";
import type { FailedAction } from "./failed-action.ts";
import { pageMeta } from "#ui/page-meta.ts";

// What the routes of every step journey have alike.

/**
 * A step's page asks for no data after its own posts, but another step is another page. Without
 * this the router shows the step that was left under the address of the next one, where a post
 * within the page is answered while the next step loads: both are one route to it.
 */
export function isOtherStep(args: ShouldRevalidateFunctionArgs): boolean {
  return args.currentParams.step !== args.nextParams.step || args.defaultShouldRevalidate;
}

/** The action says how long its answer may be kept, else the loader. */
export function stepHeaders({ actionHeaders, loaderHeaders }: HeadersArgs): HeadersInit {
  const caching = actionHeaders.get("cache-control") ?? loaderHeaders.get("cache-control");
  return caching ? { "cache-control": caching } : {};
}

/**
 * The first step is for everybody to find. The title stands in the page itself, which knows of
 * errors; `meta` hears of no action's answer.
 */
export function stepMeta(
  args: Parameters<typeof pageMeta>[0] & { params: { step?: string } },
  description: string,
) {
  const isFirst = args.params.step === undefined;
  return pageMeta(args, { title: "", ...(isFirst ? { description } : { isPrivate: true }) }).filter(
    (tag) => !("title" in tag),
  );
}

/** An action's answer, where it is about the step shown. */
export function ownAnswer<Answer extends { view: { slug: string } }>(
  answer: Answer | FailedAction | null | undefined,
  slug: string,
): Answer | undefined {
  if (!answer || "hasFailed" in answer) return undefined;
  return answer.view.slug === slug ? answer : undefined;
}
