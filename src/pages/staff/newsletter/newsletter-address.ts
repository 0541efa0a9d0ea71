import { SUBSCRIBER_STATES, type SubscriberState } from "#domain/newsletter/subscriber.ts";
import { paths } from "#site/paths.ts";
import { isUuid } from "#values/uuid.ts";

export const LONGEST_SEARCH = 254;

/** Which subscribers the page's address asks for. */
export function readAddress(request: Request): {
  state: SubscriberState;
  olderThan: string | null;
} {
  const query = new URL(request.url).searchParams;
  const olderThan = query.get("older_than");
  return {
    state: SUBSCRIBER_STATES.find((each) => each === query.get("show")) ?? "subscribed",
    olderThan: olderThan !== null && isUuid(olderThan) ? olderThan : null,
  };
}

export function buildAddress(show: SubscriberState, olderThan?: string): string {
  const query = new URLSearchParams({ show, ...(olderThan && { older_than: olderThan }) });
  return `${paths.staffNewsletter()}?${query}`;
}
