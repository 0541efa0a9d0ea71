import { requireMember, type PageArgs } from "#pages/session/guards.server.ts";
import { toActor, recordAct } from "#domain/audit/record-audit.server.ts";
import { limitExport } from "#domain/identity/rate-limits.server.ts";
import { collectPersonalData } from "#domain/personal-data/personal-data.server.ts";
import { handleDataFile } from "#pages/public/your-request/data-file.server.ts";

/** One's own data as a file: `?format=json`, or a ZIP of one CSV a table. */
export async function loader(args: PageArgs): Promise<Response> {
  const { user } = requireMember(args);
  const limit = await limitExport(user.id);
  if (!limit.ok) {
    const headers = { "retry-after": String(limit.retryAfterSeconds) };
    return new Response(null, { status: 429, headers });
  }
  await recordAct({
    by: toActor(user),
    action: "data_exported",
    on: { kind: "account", id: user.id },
  });
  return handleDataFile(args.request, await collectPersonalData(user), "my-data");
}
