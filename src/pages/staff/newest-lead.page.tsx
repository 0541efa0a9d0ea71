import type { Route } from "./+types/newest-lead.page.ts";
import { readLeadListAddress } from "./lead-list-address.ts";
import { LeadPanel } from "./lead-panel.tsx";
import { leadCommands } from "./lead.server.ts";
import { loadLead } from "./lead-view.server.ts";
import { findFirstReference } from "./lead-list.server.ts";
import { listPresses } from "#pages/command/commands.server.ts";
import { requirePermission } from "#pages/session/guards.server.ts";

export async function loader(args: Route.LoaderArgs) {
  const { user, visitor } = requirePermission(args, "seeLeads");
  const address = readLeadListAddress(new URL(args.request.url));
  const reference = await findFirstReference(address, user);
  return {
    address,
    presses: listPresses(leadCommands, user, reference),
    lead: reference === null ? null : await loadLead(reference, visitor.locale, user),
  };
}

/** The list's first lead, shown beside the list on a wide screen until one is opened. */
export default function NewestLeadPage({ loaderData }: Route.ComponentProps) {
  const { lead, address, presses } = loaderData;
  return (
    <div className="max-lg:not-print:hidden">
      {lead && <LeadPanel lead={lead} address={address} presses={presses} heading="h2" />}
    </div>
  );
}
