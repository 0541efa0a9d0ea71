import { describe, expect, test } from "vitest";
import { speakableText } from "./error-page.tsx";

/** A thrown `data(…)`, as React Router passes it on. */
function response(body: unknown) {
  return { status: 409, statusText: "", internal: false, data: body };
}

describe("the text of an error page", () => {
  test("shows words that were written for visitors", () => {
    expect(speakableText(response({ message: "This car has been sold." }))).toBe(
      "This car has been sold.",
    );
  });

  test.each([
    ["the router's own text", response("Error: No route matches URL")],
    ["an empty answer", response(null)],
    ["a message that is no text", response({ message: { stack: "…" } })],
    ["a thrown string", "connection refused"],
  ])("stays silent about %s", (_name, error) => {
    expect(speakableText(error)).toBeNull();
  });
});
