/** When what somebody agreed to share goes to the dealership that was matched: the operator says. */
export const PASSING_ON = ["at_once", "after_staff"] as const;
export type PassingOn = (typeof PASSING_ON)[number];
