import { expect, test } from "vitest";
import { ROLES } from "#values/role.ts";
import { may, type Permission, PERMISSIONS } from "./permission.ts";

const permissions = Object.keys(PERMISSIONS) as Permission[];
const ASKERS = ["visitor", ...ROLES] as const;
const makeAsker = (role: (typeof ASKERS)[number]) => (role === "visitor" ? null : { role });

test("each role may do exactly this", () => {
  const width = Math.max(...permissions.map(({ length }) => length));
  const lines = permissions.map((permission) => {
    const cells = ASKERS.map((role) =>
      (may(makeAsker(role), permission) ? "yes" : "·").padEnd(role.length),
    );
    return `${permission.padEnd(width)}  ${cells.join("  ")}`.trimEnd();
  });
  const head = `${"".padEnd(width)}  ${ASKERS.join("  ")}`;
  expect(`\n${[head, ...lines].join("\n")}\n`).toMatchInlineSnapshot(`
    "
                        visitor  buyer  seller  dealer  staff  admin
    viewListing         yes      yes    yes     yes     yes    yes
    sendForm            yes      yes    yes     yes     yes    yes
    reportListing       yes      yes    yes     yes     yes    yes
    revealPhone         yes      yes    yes     yes     yes    yes
    manageOwnAccount    ·        yes    yes     yes     yes    yes
    saveListing         ·        yes    yes     yes     yes    yes
    bid                 ·        yes    yes     yes     ·      ·
    createListing       ·        yes    yes     yes     ·      ·
    editOwnListing      ·        yes    yes     yes     ·      ·
    answerBids          ·        yes    yes     yes     ·      ·
    askForVerification  ·        yes    yes     yes     ·      ·
    answerSellRequests  ·        ·      ·       yes     ·      ·
    workLeads           ·        ·      ·       ·       yes    yes
    reviewListings      ·        ·      ·       ·       yes    yes
    verifySeller        ·        ·      ·       ·       yes    yes
    answerReviews       ·        ·      ·       ·       yes    yes
    seeAnyListing       ·        ·      ·       ·       yes    yes
    seeSubscribers      ·        ·      ·       ·       yes    yes
    manageStaff         ·        ·      ·       ·       ·      yes
    manageDealerships   ·        ·      ·       ·       ·      yes
    readAudit           ·        ·      ·       ·       ·      yes
    exportSubscribers   ·        ·      ·       ·       ·      yes
    "
  `);
});

test.each(["staff", "admin"] as const)(
  "%s without the second factor may do what a member of the public may",
  (role) => {
    const allowed = permissions.filter((each) => may({ role, lacksSecondFactor: true }, each));
    expect(allowed).toEqual(
      permissions.filter((each) => may({ role }, each) && PERMISSIONS[each].length > 2),
    );
    expect(allowed).not.toContain("workLeads");
  },
);
