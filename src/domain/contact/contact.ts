/** How many messages, and how many views, of a person are shown: the newest. */
export const NEWEST = 50;

/** Why two contacts may be one person, the strongest first. */
export const DUPLICATE_REASONS = ["email", "phone", "name"] as const;
export type DuplicateReason = (typeof DUPLICATE_REASONS)[number];
