import { expect, test } from "vitest";
import { readPostResponse } from "./post-response.ts";

const fieldError = {
  field: "email",
  step: "contact",
  code: "missing",
  control: "email",
  message: "Enter your email address",
};

test.each([
  [
    "success",
    { result: "success", reference: "AB2C" },
    { kind: "sent", reference: "AB2C", contactBy: "2026-11-23T23:00:00.000Z" },
  ],
  [
    "refusal",
    { result: "error", error: "refused_answers", problems: [fieldError] },
    { kind: "refused", fieldErrors: [fieldError] },
  ],
  ["limit", { result: "error", error: "too_many" }, { kind: "too_many", retryAfterSeconds: 12 }],
  ["fault", { result: "error", error: "unexpected" }, { kind: "refused", fieldErrors: [] }],
  ["bare error", { result: "error" }, { kind: "refused", fieldErrors: [] }],
  ["answer of another kind", {}, { kind: "failed" }],
  ["success without a reference", { result: "success" }, { kind: "failed" }],
])("reads an answer: %s", (_name, body, response) => {
  expect(
    readPostResponse(body, { retryAfter: "12", contactBy: "2026-11-23T23:00:00.000Z" }),
  ).toEqual(response);
});
