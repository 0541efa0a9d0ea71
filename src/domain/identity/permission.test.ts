import { expect, test } from "vitest";
import { CHANGE_PERMISSIONS, READ_PERMISSIONS, ROLE_RULES, ROLES } from "#values/role.ts";
import { may, needsSecondFactor } from "./permission.ts";

const permissions = [...READ_PERMISSIONS, ...CHANGE_PERMISSIONS];
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
                           visitor  buyer  seller  dealer  staff  manager  auditor  admin
    viewListing            yes      yes    yes     yes     yes    yes      yes      yes
    seeDesk                ·        ·      ·       yes     ·      ·        ·        ·
    seeSellRequests        ·        ·      ·       yes     ·      ·        ·        ·
    seeDealerLeads         ·        ·      ·       yes     ·      ·        ·        ·
    seeLeads               ·        ·      ·       ·       yes    yes      yes      yes
    seeIncome              ·        ·      ·       ·       yes    yes      yes      yes
    seeMessages            ·        ·      ·       ·       yes    yes      yes      yes
    seeReports             ·        ·      ·       ·       yes    yes      yes      yes
    seeModeration          ·        ·      ·       ·       yes    yes      yes      yes
    seeReviews             ·        ·      ·       ·       yes    yes      yes      yes
    seeAnyListing          ·        ·      ·       ·       yes    yes      yes      yes
    seeAnyDeal             ·        ·      ·       ·       yes    yes      yes      yes
    seeSubscribers         ·        ·      ·       ·       yes    yes      yes      yes
    seePrivacyRequests     ·        ·      ·       ·       yes    yes      yes      yes
    seeProcessing          ·        ·      ·       ·       yes    yes      yes      yes
    seeTeamRules           ·        ·      ·       ·       ·      yes      yes      yes
    seeRoles               ·        ·      ·       ·       ·      yes      yes      yes
    seePeople              ·        ·      ·       ·       ·      ·        yes      yes
    seeDealerships         ·        ·      ·       ·       ·      ·        yes      yes
    readAudit              ·        ·      ·       ·       ·      ·        yes      yes
    seeSystem              ·        ·      ·       ·       ·      ·        yes      yes
    seeSettings            ·        ·      ·       ·       ·      ·        yes      yes
    seeIncidents           ·        ·      ·       ·       ·      ·        yes      yes
    sendForm               yes      yes    yes     yes     yes    yes      yes      yes
    reportListing          yes      yes    yes     yes     yes    yes      yes      yes
    revealPhone            yes      yes    yes     yes     yes    yes      yes      yes
    manageOwnAccount       ·        yes    yes     yes     yes    yes      yes      yes
    saveListing            ·        yes    yes     yes     yes    yes      yes      yes
    bid                    ·        yes    yes     yes     ·      ·        ·        ·
    createListing          ·        yes    yes     yes     ·      ·        ·        ·
    editOwnListing         ·        yes    yes     yes     ·      ·        ·        ·
    answerBids             ·        yes    yes     yes     ·      ·        ·        ·
    askForVerification     ·        yes    yes     yes     ·      ·        ·        ·
    answerSellRequests     ·        ·      ·       yes     ·      ·        ·        ·
    workDealerLeads        ·        ·      ·       yes     ·      ·        ·        ·
    changeDesk             ·        ·      ·       yes     ·      ·        ·        ·
    changeDealerTeam       ·        ·      ·       yes     ·      ·        ·        ·
    workLeads              ·        ·      ·       ·       yes    yes      ·        yes
    sendMessagesAgain      ·        ·      ·       ·       yes    yes      ·        yes
    openSealedAnswers      ·        ·      ·       ·       yes    yes      ·        yes
    editAnyListing         ·        ·      ·       ·       yes    yes      ·        yes
    changeAnyPrice         ·        ·      ·       ·       yes    yes      ·        yes
    changeAnyPhotos        ·        ·      ·       ·       yes    yes      ·        yes
    moveAnyListing         ·        ·      ·       ·       yes    yes      ·        yes
    approveListings        ·        ·      ·       ·       yes    yes      ·        yes
    closeAnyBid            ·        ·      ·       ·       yes    yes      ·        yes
    moveRequests           ·        ·      ·       ·       yes    yes      ·        yes
    decideReviews          ·        ·      ·       ·       yes    yes      ·        yes
    replyToReviews         ·        ·      ·       ·       yes    yes      ·        yes
    verifySeller           ·        ·      ·       ·       yes    yes      ·        yes
    settleReports          ·        ·      ·       ·       yes    yes      ·        yes
    endSubscriptions       ·        ·      ·       ·       yes    yes      ·        yes
    answerPrivacyRequests  ·        ·      ·       ·       yes    yes      ·        yes
    passOnLeads            ·        ·      ·       ·       yes    yes      ·        yes
    changeTemplates        ·        ·      ·       ·       ·      yes      ·        yes
    changeTeamRules        ·        ·      ·       ·       ·      yes      ·        yes
    exportLeads            ·        ·      ·       ·       ·      yes      ·        yes
    grantAccess            ·        ·      ·       ·       ·      yes      ·        yes
    changeRoles            ·        ·      ·       ·       ·      ·        ·        yes
    giveEnrolmentLinks     ·        ·      ·       ·       ·      ·        ·        yes
    endAnySessions         ·        ·      ·       ·       ·      ·        ·        yes
    changeDealerships      ·        ·      ·       ·       ·      ·        ·        yes
    recordIncidents        ·        ·      ·       ·       ·      ·        ·        yes
    backUpSite             ·        ·      ·       ·       ·      ·        ·        yes
    changeSettings         ·        ·      ·       ·       ·      ·        ·        yes
    exportSubscribers      ·        ·      ·       ·       ·      ·        ·        yes
    "
  `);
});

test.each(["dealer", "staff", "auditor", "admin"] as const)(
  "%s without the second factor may do what a member of the public may",
  (role) => {
    const allowed = permissions.filter((each) => may({ role, lacksSecondFactor: true }, each));
    expect(allowed).toEqual(
      permissions.filter((each) => may({ role }, each) && may({ role: "buyer" }, each)),
    );
    expect(allowed).toContain("manageOwnAccount");
  },
);

test("an auditor reads all that anybody of the staff reads, and changes nothing of anybody's", () => {
  const auditor = { role: "auditor" } as const;
  for (const permission of READ_PERMISSIONS)
    expect([permission, may(auditor, permission)]).toEqual([
      permission,
      may({ role: "admin" }, permission),
    ]);
  const own = CHANGE_PERMISSIONS.filter((permission) => may({ role: "buyer" }, permission));
  for (const permission of CHANGE_PERMISSIONS)
    if (may(auditor, permission)) expect(own).toContain(permission);
});

/** Roles that do not exist: one that must have a second factor, and one that need not. */
const NEW_ROLES = {
  clerk: { isStaff: true, owesSecondFactor: false, session: "short" },
  inspector: { isStaff: true, owesSecondFactor: true, session: "short" },
} as const;

test("one more role with a permission never takes the second factor from the others", () => {
  const needing = permissions.filter((each) => needsSecondFactor(each, ROLE_RULES));
  expect(needing).toEqual(permissions.filter((each) => !may({ role: "buyer" }, each)));
  const dropped = needing.flatMap((permission) =>
    Object.entries(NEW_ROLES)
      .filter(([role, rules]) => {
        const may = [permission];
        return !needsSecondFactor(permission, { ...ROLE_RULES, [role]: { ...rules, may } });
      })
      .map(([role]) => `${permission} with ${role}`),
  );
  expect(dropped).toEqual([]);
});
