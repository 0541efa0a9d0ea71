/** With fewer listings of the model than this, what its make and body type ask speaks with them. */
export const MIN_MODEL_LISTINGS = 8;
