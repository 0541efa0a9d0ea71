/** The state of a subscription for staff; each subscription has exactly one. */
export const SUBSCRIBER_STATES = ["subscribed", "unconfirmed", "ended"] as const;
export type SubscriberState = (typeof SUBSCRIBER_STATES)[number];
