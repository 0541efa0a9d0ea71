import { m } from "#messages/messages.js";
import type { DataClass } from "#values/data-class.ts";
import type { Words } from "./recipients.ts";

/** What each class of data is kept and used for (Law 25, s. 8; PIPEDA, Schedule 1, 4.2). */
export const PURPOSES = {
  match: {
    say: m.purpose_match,
    classes: ["town", "wanted_car", "budget", "trade_in", "credit_rating", "message"],
  },
  reach: { say: m.purpose_reach, classes: ["contact", "mail", "phone_code"] },
  age: { say: m.purpose_age, classes: ["sealed"] },
  credit: {
    say: m.purpose_credit,
    classes: [
      "address",
      "typed_address",
      "housing",
      "work",
      "income",
      "citizenship",
      "licence",
      "documents",
    ],
  },
  together: { say: m.purpose_together, classes: ["co_applicant", "own_name"] },
  sell: { say: m.purpose_sell, classes: ["sale_car", "photos"] },
  check_sellers: { say: m.purpose_check_sellers, classes: ["seller_check"] },
  pass_on: { say: m.purpose_pass_on, classes: ["bids", "published"] },
  nearby: { say: m.purpose_nearby, classes: ["position"] },
  account: {
    say: m.purpose_account,
    classes: ["account", "sign_in", "google_sign_in", "password_part", "visit"],
  },
  newsletter: { say: m.purpose_newsletter, classes: ["newsletter"] },
  prove: { say: m.purpose_prove, classes: ["consents"] },
} as const satisfies Record<string, { say: Words; classes: readonly DataClass[] }>;
