import { makeZip } from "client-zip";
import { requireMember, type PageArgs } from "#pages/session/guards.server.ts";
import { toActor, recordAct } from "#domain/audit/record-audit.server.ts";
import { limitExport } from "#domain/identity/rate-limits.server.ts";
import { collectPersonalData } from "#domain/personal-data/personal-data.server.ts";
import { toCsv } from "./csv.ts";

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
  const data = await collectPersonalData(user);
  if (new URL(args.request.url).searchParams.get("format") === "csv") {
    const files = Object.entries(data).filter(([, rows]) => rows.length > 0);
    const zip = makeZip(
      files.map(([table, rows]) => ({ name: `${table}.csv`, input: toCsv(rows) })),
    );
    return file(zip, "application/zip", "my-data.zip");
  }
  return file(JSON.stringify(data, null, 2), "application/json", "my-data.json");
}

function file(
  body: string | ReadableStream<Uint8Array>,
  contentType: string,
  name: string,
): Response {
  return new Response(body, {
    headers: {
      "content-type": contentType,
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "no-store",
    },
  });
}
