import { data, redirect } from "react-router";
import { assignLead, listWorkingStaff } from "#domain/lead/assign-lead.server.ts";
import { m } from "#messages/messages.js";
import type { SignedInUser } from "#platform/request/visitor.server.ts";

/** Who works on a lead, and to whom it can be given. */
export type OwnerView = {
  /** Null if nobody has it. */
  ownerId: string | null;
  ownerName: string | null;
  isViewer: boolean;
  team: readonly { id: string; name: string }[];
};

export async function loadOwner(
  lead: { assignedToUserId: string | null },
  viewer: Pick<SignedInUser, "id">,
): Promise<OwnerView> {
  const team = await listWorkingStaff();
  const { assignedToUserId: ownerId } = lead;
  const owner = team.find(({ id }) => id === ownerId);
  return {
    ownerId,
    ownerName: ownerId === null ? null : (owner?.name ?? m.assignment_somebody()),
    isViewer: ownerId === viewer.id,
    team,
  };
}

type Handover = {
  reference: string;
  by: Pick<SignedInUser, "id" | "role">;
  /** As the page showed it; "" for nobody. */
  seen: string;
  /** "" for nobody. */
  to: string;
  /** The lead's page. */
  redirectTo: string;
};

/** Gives the lead to somebody, or says who has it now. */
export async function handOver({ reference, by, seen, to, redirectTo }: Handover) {
  const result = await assignLead({
    reference,
    by,
    seenUserId: seen || null,
    toUserId: to || null,
  });
  if (result.ok) throw redirect(redirectTo, 303);
  const refuse = (refused: string, status: number) => data({ refused }, { status });
  switch (result.code) {
    case "not_found":
      return refuse(m.staff_problem_not_found(), 404);
    case "not_staff":
      return refuse(m.assignment_not_staff(), 422);
    case "changed_meanwhile":
      return refuse(
        result.ownerName === null
          ? m.assignment_freed_meanwhile()
          : m.assignment_taken_meanwhile({ name: result.ownerName }),
        409,
      );
  }
}
