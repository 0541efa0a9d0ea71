/** The points of a form besides its steps. No step has one of these slugs. */
export const BEGUN = "begun";
export const SENT = "sent";
