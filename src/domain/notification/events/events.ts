import type { MessageEvent } from "./event.ts";
import { accessEvents } from "./access-events.ts";
import { accountEvents } from "./account-events.ts";
import { backupEvents } from "./backup-events.ts";
import { bidEvents } from "./bid-events.ts";
import { creditApplicationEvents } from "./credit-application-events.ts";
import { dealEvents } from "./deal-events.ts";
import { draftEvents } from "./draft-events.ts";
import { dealerOfferEvents } from "./dealer-offer-events.ts";
import { inquiryEvents } from "./inquiry-events.ts";
import { jobEvents } from "./job-events.ts";
import { leadEvents } from "./lead-events.ts";
import { letterEvents } from "./letter-events.ts";
import { mailBudgetEvents } from "./mail-budget-events.ts";
import { newsletterEvents } from "./newsletter-events.ts";
import { noticeEvents } from "./notice-events.ts";
import { phoneCodeEvents } from "./phone-code-events.ts";
import { privacyRequestEvents } from "./privacy-request-events.ts";
import { requestEndEvents } from "./request-end-events.ts";
import { reviewEvents } from "./review-events.ts";
import { sellerEvents } from "./seller-events.ts";
import { staffChangeEvents } from "./staff-change-events.ts";
import { targetEvents } from "./target-events.ts";
import { taskEvents } from "./task-events.ts";
import { termsEvents } from "./terms-events.ts";

/** Every message to a person, and all data sent to another system. */
const listed = {
  ...accountEvents,
  ...phoneCodeEvents,
  ...mailBudgetEvents,
  ...backupEvents,
  ...jobEvents,
  ...leadEvents,
  ...targetEvents,
  ...noticeEvents,
  ...requestEndEvents,
  ...draftEvents,
  ...creditApplicationEvents,
  ...dealerOfferEvents,
  ...bidEvents,
  ...dealEvents,
  ...inquiryEvents,
  ...sellerEvents,
  ...newsletterEvents,
  ...reviewEvents,
  ...privacyRequestEvents,
  ...staffChangeEvents,
  ...termsEvents,
  ...taskEvents,
  ...letterEvents,
  ...accessEvents,
};

type Listed = typeof listed;
export type EventName = keyof Listed;

/** The types of each event, so that code generic in the event keeps them consistent. */
type Parts = {
  [E in EventName]: Listed[E] extends MessageEvent<
    infer C,
    infer Stored,
    infer Params,
    infer IsLate
  >
    ? { channel: C; stored: Stored; params: Params; isLate: IsLate }
    : never;
};

export const EVENTS: {
  readonly [E in EventName]: MessageEvent<
    Parts[E]["channel"],
    Parts[E]["stored"],
    Parts[E]["params"],
    Parts[E]["isLate"]
  >;
} = listed;

/** What is stored with a message of this event. */
export type StoredParams<E extends EventName> = Parts[E]["stored"];
/** What the event's template is filled with. */
export type Params<E extends EventName> = Parts[E]["params"];
export type LateEventName = {
  [E in EventName]: Parts[E]["isLate"] extends true ? E : never;
}[EventName];

export function isEventName(name: string): name is EventName {
  return Object.hasOwn(EVENTS, name);
}
