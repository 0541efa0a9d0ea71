/** With fewer listings of the model, the prices of its make and body type are also considered. */
export const MIN_MODEL_LISTINGS = 8;
