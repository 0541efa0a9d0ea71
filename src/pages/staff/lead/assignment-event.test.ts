import { expect, test } from "vitest";
import { nameAssignment } from "./assignment-event.ts";

test.each([
  ["assigned", "u1", "u1", "Taken by Ann"],
  ["assigned", "u2", "u1", "Assigned to Ann"],
  ["assigned", null, "u1", "Assigned to Ann automatically"],
  ["unassigned", "u1", "u1", "Ann let it go"],
  ["unassigned", "u2", "u1", "No longer assigned to Ann"],
  ["unassigned", null, "u1", "No longer assigned to Ann, who left the team"],
])("%s by %s, of %s", (kind, byUserId, toUserId, text) => {
  expect(nameAssignment({ kind, byUserId, toUserId, toName: "Ann" }, "en")).toBe(text);
});
