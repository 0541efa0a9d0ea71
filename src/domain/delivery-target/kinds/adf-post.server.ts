import type { TargetKind } from "./target-kind.ts";

/** ADF 1.0 as the body of a POST, which many dealerships' systems take in place of the e-mail. */
export const adfPost: TargetKind = {
  makeSecret: null,
  write: ({ adf }, { id }) => ({
    headers: { "content-type": "application/xml; charset=utf-8", "idempotency-key": id },
    body: adf,
  }),
};
