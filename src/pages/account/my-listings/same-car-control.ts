/** A hidden control: the posted page showed the question about the same car. */
export const SAME_CAR_SHOWN_CONTROL = "sameCarAsked";
