import type { Route } from "./+types/newest-lead.page.ts";
import { readLeadListAddress } from "./lead-list-address.ts";
import { LeadPanel } from "./lead-panel.tsx";
import { loadLead } from "./lead-view.server.ts";
import { findFirstReference } from "./lead-list.server.ts";
import { requirePermission } from "#pages/session/guards.server.ts";

export async function loader(args: Route.LoaderArgs) {
  const { user, visitor } = requirePermission(args, "workLeads");
  const address = readLeadListAddress(new URL(args.request.url));
  const reference = await findFirstReference(address);
  return {
    address,
    lead: reference === null ? null : await loadLead(reference, visitor.locale, user),
  };
}

/** Beside a list from which nothing was opened yet, where there is room: its first lead. */
export default function NewestLeadPage({ loaderData: { lead, address } }: Route.ComponentProps) {
  return (
    <div className="max-lg:not-print:hidden">
      {lead && <LeadPanel lead={lead} address={address} heading="h2" />}
    </div>
  );
}
