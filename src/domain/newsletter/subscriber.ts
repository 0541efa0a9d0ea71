/** What a subscription is to staff; each is in one of them. */
export const SUBSCRIBER_STATES = ["subscribed", "unconfirmed", "ended"] as const;
export type SubscriberState = (typeof SUBSCRIBER_STATES)[number];
