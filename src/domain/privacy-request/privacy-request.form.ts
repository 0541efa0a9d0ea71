import { definePageForm } from "#forms/define-form.ts";
import { LOCALES } from "#values/locale.ts";
import { IDENTITY_WAYS_OF_STAFF, PRIVACY_REQUEST_KINDS } from "./privacy-request.ts";

/** The oldest day of receipt that staff may enter: the thirty days run from it. */
const OLDEST_DAYS = 90;

/** A request by phone, letter or e-mail, as staff enter it. */
export const privacyRequestForm = definePageForm({
  name: "privacy-request",
  messagePrefix: "privacy_request_form",
  questions: [
    { kind: "select", name: "kind", options: PRIVACY_REQUEST_KINDS },
    { kind: "day", name: "receivedOn", firstDay: -OLDEST_DAYS, lastDay: 0 },
    { kind: "text", name: "person", maxLength: 120, optional: true },
    { kind: "email", name: "email", optional: true, ownErrors: ["needed"] },
    { kind: "phone", name: "phone", optional: true },
    { kind: "select", name: "language", options: LOCALES },
    { kind: "select", name: "identityWay", options: IDENTITY_WAYS_OF_STAFF },
    { kind: "long-text", name: "reason", minLength: 10, maxLength: 1_000, rows: 3, hint: true },
  ],
});

/** The result of a request, in text that the person reads in the letter. */
export const settlementForm = definePageForm({
  name: "settlement",
  messagePrefix: "privacy_request_form",
  isOneOfSeveral: true,
  questions: [
    { kind: "select", name: "ending", options: ["done", "refused"] },
    { kind: "long-text", name: "outcome", minLength: 10, maxLength: 2_000, rows: 4, hint: true },
  ],
});
