import { expect, test } from "vitest";
import { ROLES } from "#values/role.ts";
import { may, needsSecondFactor, type Permission, PERMISSIONS, ROLE_RULES } from "./permission.ts";

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
    viewListing            yes      yes    yes     yes     yes    yes
    sendForm               yes      yes    yes     yes     yes    yes
    reportListing          yes      yes    yes     yes     yes    yes
    revealPhone            yes      yes    yes     yes     yes    yes
    manageOwnAccount       ·        yes    yes     yes     yes    yes
    saveListing            ·        yes    yes     yes     yes    yes
    bid                    ·        yes    yes     yes     ·      ·
    createListing          ·        yes    yes     yes     ·      ·
    editOwnListing         ·        yes    yes     yes     ·      ·
    answerBids             ·        yes    yes     yes     ·      ·
    askForVerification     ·        yes    yes     yes     ·      ·
    answerSellRequests     ·        ·      ·       yes     ·      ·
    workLeads              ·        ·      ·       ·       yes    yes
    reviewListings         ·        ·      ·       ·       yes    yes
    answerReviews          ·        ·      ·       ·       yes    yes
    seeAnyListing          ·        ·      ·       ·       yes    yes
    seeAnyDeal             ·        ·      ·       ·       yes    yes
    seeSubscribers         ·        ·      ·       ·       yes    yes
    seePrivacyRequests     ·        ·      ·       ·       yes    yes
    seeProcessing          ·        ·      ·       ·       yes    yes
    editAnyListing         ·        ·      ·       ·       yes    yes
    changeAnyPrice         ·        ·      ·       ·       yes    yes
    changeAnyPhotos        ·        ·      ·       ·       yes    yes
    moveAnyListing         ·        ·      ·       ·       yes    yes
    approveListings        ·        ·      ·       ·       yes    yes
    closeAnyBid            ·        ·      ·       ·       yes    yes
    moveRequests           ·        ·      ·       ·       yes    yes
    decideReviews          ·        ·      ·       ·       yes    yes
    replyToReviews         ·        ·      ·       ·       yes    yes
    verifySeller           ·        ·      ·       ·       yes    yes
    settleReports          ·        ·      ·       ·       yes    yes
    endSubscriptions       ·        ·      ·       ·       yes    yes
    answerPrivacyRequests  ·        ·      ·       ·       yes    yes
    passOnLeads            ·        ·      ·       ·       yes    yes
    changeRoles            ·        ·      ·       ·       ·      yes
    giveEnrolmentLinks     ·        ·      ·       ·       ·      yes
    endAnySessions         ·        ·      ·       ·       ·      yes
    changeDealerships      ·        ·      ·       ·       ·      yes
    manageStaff            ·        ·      ·       ·       ·      yes
    manageDealerships      ·        ·      ·       ·       ·      yes
    readAudit              ·        ·      ·       ·       ·      yes
    seeSystem              ·        ·      ·       ·       ·      yes
    seeIncidents           ·        ·      ·       ·       ·      yes
    recordIncidents        ·        ·      ·       ·       ·      yes
    backUpSite             ·        ·      ·       ·       ·      yes
    changeSettings         ·        ·      ·       ·       ·      yes
    exportSubscribers      ·        ·      ·       ·       ·      yes
    "
  `);
});

test.each(["dealer", "staff", "admin"] as const)(
  "%s without the second factor may do what a member of the public may",
  (role) => {
    const allowed = permissions.filter((each) => may({ role, lacksSecondFactor: true }, each));
    expect(allowed).toEqual(
      permissions.filter((each) => may({ role }, each) && may({ role: "buyer" }, each)),
    );
    expect(allowed).toContain("manageOwnAccount");
  },
);

/** Roles that nobody has yet: one that owes a second factor, and two that do not. */
const NEW_ROLES = {
  auditor: { isStaff: false, owesSecondFactor: false, session: "long" },
  clerk: { isStaff: true, owesSecondFactor: false, session: "short" },
  inspector: { isStaff: true, owesSecondFactor: true, session: "short" },
} as const;

test("one more role on a permission's list never takes the second factor from the others", () => {
  const rules = { ...ROLE_RULES, ...NEW_ROLES };
  const needing = permissions.filter((each) => needsSecondFactor(PERMISSIONS[each], ROLE_RULES));
  expect(needing).toEqual(permissions.filter((each) => !may({ role: "buyer" }, each)));
  const dropped = needing.flatMap((permission) =>
    ["visitor", ...Object.keys(rules)]
      .filter((role) => {
        const roles = [...PERMISSIONS[permission], role];
        return !needsSecondFactor(roles, rules) || !needsSecondFactor(roles, ROLE_RULES);
      })
      .map((role) => `${permission} with ${role}`),
  );
  expect(dropped).toEqual([]);
});
