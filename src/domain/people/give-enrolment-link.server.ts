import { makeEnrolmentPath } from "#domain/identity/factor-enrolment.server.ts";
import type { User } from "#domain/identity/user.server.ts";
import { recordStaffChange } from "#domain/staff-change/record-staff-change.server.ts";
import type { StaffMember } from "#domain/staff-change/staff-change.ts";
import { db } from "#platform/database/database.server.ts";

/**
 * The path of a link with which an account sets up its first second factor; its holder is notified.
 */
export async function giveEnrolmentLink(
  by: StaffMember,
  { id: userId, email, name, locale }: Pick<User, "id" | "email" | "name" | "locale">,
): Promise<string> {
  const path = await makeEnrolmentPath({ id: userId, email });
  await db().transaction((transaction) =>
    recordStaffChange(transaction, {
      kind: "first_factor_link_given",
      by,
      thingId: userId,
      before: { enrolmentLink: false },
      after: { enrolmentLink: true },
      owners: [{ userId, email, name, locale, thingName: email }],
    }),
  );
  return path;
}
