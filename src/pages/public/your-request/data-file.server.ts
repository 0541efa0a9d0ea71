import { makeZip } from "client-zip";
import type { Row } from "#domain/personal-data/personal-data.server.ts";
import { toCsv } from "#domain/personal-data/csv.ts";

/** A person's data as a download: `?format=csv` is a ZIP with one CSV per table, else JSON. */
export function handleDataFile(
  request: Request,
  data: Readonly<Record<string, readonly Row[]>>,
  name: string,
): Response {
  if (new URL(request.url).searchParams.get("format") !== "csv")
    return file(JSON.stringify(data, null, 2), "application/json", `${name}.json`);
  const tables = Object.entries(data).filter(([, rows]) => rows.length > 0);
  const zip = makeZip(
    tables.map(([table, rows]) => ({ name: `${table}.csv`, input: toCsv(rows) })),
  );
  return file(zip, "application/zip", `${name}.zip`);
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
