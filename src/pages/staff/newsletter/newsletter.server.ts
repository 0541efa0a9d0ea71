import { data, redirect } from "react-router";
import { recordAct } from "#domain/audit/record-audit.server.ts";
import { may } from "#domain/identity/permission.ts";
import { SUBSCRIBER_STATES } from "#domain/newsletter/subscriber.ts";
import {
  countSubscribers,
  findSubscribers,
  listSubscribers,
  type Subscriber,
  unsubscribeByStaff,
} from "#domain/newsletter/subscribers.server.ts";
import { controlCharacters } from "#forms/questions/raw-fields.ts";
import { defineCommands } from "#pages/command/commands.server.ts";
import { definePage, type PageSubject } from "#pages/command/define-page.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { buildAddress, LONGEST_SEARCH, readAddress } from "./newsletter-address.ts";

const SHORTEST_SEARCH = 3;

export type SubscriberSearch =
  | { typed: string; found: Subscriber[] }
  | { typed: string; found: null; code: "too_short" };

const commands = defineCommands<PageSubject>()({
  unsubscribe: {
    may: "endSubscriptions",
    async run({ field }, { by }) {
      const isDone = await unsubscribeByStaff(by, field("id"));
      const query = isDone ? "?show=ended&done=unsubscribed" : "";
      throw redirect(hrefIn(paths.staffNewsletter()) + query, 303);
    },
  },
  /**
   * The search is posted and its result is in this response, because URLs end up in logs and
   * histories.
   */
  find: {
    async run({ field }) {
      const typed = field("email").slice(0, LONGEST_SEARCH).trim();
      if (typed.length < SHORTEST_SEARCH)
        return data<SubscriberSearch>({ typed, found: null, code: "too_short" }, { status: 422 });
      await recordAct({ action: "subscribers_viewed" });
      const isStorable = !controlCharacters.test(typed) && typed.isWellFormed();
      const found = isStorable ? await findSubscribers(typed) : [];
      return data<SubscriberSearch>({ typed, found });
    },
  },
});

export const newsletterPage = definePage({
  address: "/staff/newsletter",
  read: "seeSubscribers",
  async load(args, { user }) {
    await recordAct({ action: "subscribers_viewed" });
    const { state, olderThan } = readAddress(args.request);
    const [counts, { subscribers, hasOlder }] = await Promise.all([
      countSubscribers(),
      listSubscribers({ state, olderThan }),
    ]);
    const last = subscribers.at(-1);
    return {
      states: SUBSCRIBER_STATES,
      state,
      counts,
      subscribers,
      mayExport: may(user, "exportSubscribers"),
      newestHref: olderThan ? buildAddress(state) : null,
      olderHref: hasOlder && last ? buildAddress(state, last.id) : null,
    };
  },
  commands,
});
