/** When shared data is passed on to the matched dealership: the operator's setting. */
export const PASSING_ON = ["at_once", "after_staff"] as const;
export type PassingOn = (typeof PASSING_ON)[number];
