import { z } from "zod";
import { site } from "#site/site.ts";
import {
  listResponses,
  type CallResponse,
  type CallerKind,
  type Contract,
  formRefusalResponse,
  refusalResponse,
} from "./contract.ts";
import { type Call, defineCall } from "./serve-calls.server.ts";

/** The document at /openapi.json: of these calls and of itself. */
export function openApiCall(others: readonly Contract[]): Call {
  const call = defineCall({
    method: "get",
    path: "/openapi.json",
    summary: "This document",
    caller: "anyone",
    responses: {
      200: {
        description: "OpenAPI 3.1",
        schema: z.looseObject({ openapi: z.string(), paths: z.record(z.string(), z.unknown()) }),
      },
    },
  }).answer(() => ({ status: 200, body: document }));
  const document = openApiDocument([...others, call.contract]);
  return call;
}

type Schema = Readonly<Record<string, unknown>>;

type OpenApiDocument = {
  openapi: string;
  info: Schema;
  components: { securitySchemes: Schema; schemas: Record<string, Schema> };
  paths: Record<string, Record<string, Schema>>;
};

/** The site's calls as OpenAPI 3.1, generated from their contracts. */
export function openApiDocument(contracts: readonly Contract[]): OpenApiDocument {
  const paths: OpenApiDocument["paths"] = {};
  for (const contract of contracts) {
    (paths[contract.path] ??= {})[contract.method] = operation(contract);
  }
  return {
    openapi: "3.1.0",
    info: { title: site.name, version: "1" },
    components: {
      securitySchemes,
      schemas: Object.fromEntries(
        [...NAMED].map(([schema, name]) => [name, plain(schema, "output")]),
      ),
    },
    paths,
  };
}

/**
 * How a caller is authenticated: SPEC.md §7 for programs, the session's cookie for our own pages.
 */
const securitySchemes: Schema = {
  token: { type: "http", scheme: "bearer", description: "The token of POST /jwt." },
  session: {
    type: "apiKey",
    in: "cookie",
    name: "__Host-session",
    description: "`session` over plain http.",
  },
};

const SECURITY: Readonly<Record<CallerKind, readonly Schema[]>> = {
  anyone: [],
  visitor: [],
  "token-or-visitor": [{ token: [] }, {}],
  token: [{ token: [] }],
  member: [{ token: [] }, { session: [] }],
  session: [{ session: [] }],
};

function operation(contract: Contract): Schema {
  const { path, summary, description, caller, query, headers, body } = contract;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const parameters = [
    ...names.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } })),
    ...parametersIn("query", query),
    ...parametersIn("header", headers),
  ];
  const security = SECURITY[caller];
  return {
    summary,
    ...(description ? { description } : {}),
    ...(security.length > 0 ? { security } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: { required: true, content: bodyContent(body) } } : {}),
    responses: Object.fromEntries(
      Object.entries(listResponses(contract)).map(([status, result]) => [
        status,
        { ...response(result), ...(TIMED.has(status) && { headers: RETRY_AFTER }) },
      ]),
    ),
  };
}

/** Responses with a Retry-After. */
const TIMED: ReadonlySet<string> = new Set(["429", "503"]);
const RETRY_AFTER: Schema = {
  "Retry-After": {
    description: "Seconds until it is worth trying again",
    schema: { type: "integer" },
  },
};

function bodyContent(body: NonNullable<Contract["body"]>): Schema {
  if (body.type === "json") return { "application/json": { schema: plain(body.schema, "input") } };
  const schema = body.type === "form" ? plain(body.schema, "input") : body.jsonSchema;
  return { "application/x-www-form-urlencoded": { schema } };
}

function parametersIn(place: "query" | "header", fields?: z.ZodObject): Schema[] {
  return Object.entries(fields?.shape ?? {}).map(([name, field]) => ({
    name,
    in: place,
    required: !z.safeParse(field, undefined).success,
    schema: plain(field, "input"),
  }));
}

/** Schemas that nearly every call uses are written once. */
const NAMED: ReadonlyMap<z.ZodType, string> = new Map<z.ZodType, string>([
  [refusalResponse, "Refusal"],
  [formRefusalResponse, "FormRefusal"],
]);

function response({ description, schema }: CallResponse): Schema {
  const name = NAMED.get(schema);
  const shape = name ? { $ref: `#/components/schemas/${name}` } : plain(schema, "output");
  return { description, content: { "application/json": { schema: shape } } };
}

/** OpenAPI 3.1 uses JSON Schema unchanged; `$schema` would only be repeated in each. */
function plain(type: z.core.$ZodType, io: "input" | "output"): Schema {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(type, { io });
  return schema;
}
