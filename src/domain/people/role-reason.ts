/** How long a reason for a change of role is, in characters. */
export const REASON_MIN_LENGTH = 3;
export const REASON_MAX_LENGTH = 500;
