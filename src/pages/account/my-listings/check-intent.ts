/** The button that checks the ad where no script does so by itself. */
export const CHECK_INTENT = { name: "intent", value: "check-ad" } as const;
