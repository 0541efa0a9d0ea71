/** How many messages, and how many views, of a person are shown: the newest. */
export const NEWEST = 50;
