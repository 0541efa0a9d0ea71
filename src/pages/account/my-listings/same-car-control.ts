/** The control that says that the question about the same car was on the page that is posted. */
export const SAME_CAR_SHOWN_CONTROL = "sameCarAsked";
