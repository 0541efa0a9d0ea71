import { makeRecord } from "#values/record.ts";
import { z } from "zod";
import type { JsonSchema } from "#forms/questions/question-kind.ts";
import { longestRawValue } from "#forms/questions/raw-fields.ts";
import { isStorable } from "#values/storable-text.ts";
import type { Permission } from "#values/role.ts";

/**
 * What one call accepts and responds with. `defineCall` (serve-calls.server.ts) parses requests and
 * types the handler by it, openapi.ts documents it, and tests check every response against it.
 */
export type Contract = {
  method: "get" | "post" | "delete";
  /** In OpenAPI's form: `/singleListing/{id}`. */
  path: `/${string}`;
  summary: string;
  description?: string;
  /** Also served under /fr, with French texts. */
  inFrench?: true;
  caller: CallerKind;
  /** The permission that a member needs. */
  permission?: Permission;
  /** The same path is also a page's: a request that does not accept JSON gets the page. */
  besidePage?: true;
  /** Answered even if the database is down. */
  needsNothing?: true;
  query?: z.ZodObject;
  headers?: z.ZodObject;
  body?: JsonBody | FormBody | WholeFormBody;
  /**
   * The handler's responses. `listResponses` adds the refusals that follow from the other fields.
   */
  responses: Readonly<Record<number, CallResponse>>;
};

/**
 * Who may call, and how the caller is identified: `anyone` is not identified at all; a `visitor`
 * has a language and an IP address; `token` needs a token, `token-or-visitor` accepts one; a
 * `member` is identified by a token or the session's cookie, a `session` by the cookie alone.
 */
export type CallerKind = "anyone" | "visitor" | "token-or-visitor" | "token" | "member" | "session";

export type CallResponse<Schema extends z.ZodType = z.ZodType> = {
  description: string;
  schema: Schema;
};

export type JsonBody<Schema extends z.ZodObject = z.ZodObject> = { type: "json"; schema: Schema };
/** url-encoded or multipart: the first value of each name, as text. */
export type FormBody<Schema extends z.ZodObject = z.ZodObject> = { type: "form"; schema: Schema };
/** A form of the form engine, which reads and validates the fields itself. */
export type WholeFormBody = { type: "whole form"; jsonSchema: JsonSchema };

export function jsonBody<Schema extends z.ZodObject>(schema: Schema): JsonBody<Schema> {
  return { type: "json", schema };
}

export function formBody<Schema extends z.ZodObject>(schema: Schema): FormBody<Schema> {
  return { type: "form", schema };
}

export function wholeFormBody(jsonSchema: JsonSchema): WholeFormBody {
  return { type: "whole form", jsonSchema };
}

/** The parameters of a path: `{id}` in `/singleListing/{id}`. */
export type PathNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never;

/** A refusal: a code, and the fields with errors, if any. */
export const refusalResponse = z.object({
  error: z.string(),
  problems: z.array(z.object({ field: z.string(), code: z.string() })).optional(),
});

/** A refusal of a call that takes a form (SPEC.md §7: `result` is compared with "success"). */
export const formRefusalResponse = refusalResponse.extend({ result: z.literal("error") });

const REFUSALS = {
  400: "The body cannot be read",
  401: "The sign-in is missing or over",
  403: "The account's role may not do this",
  404: "There is none, or not for this caller",
  409: "The listing's state does not allow it",
  413: "The body is too large",
  415: "The body is of another type",
  422: "What was sent must be put right",
  429: "Too many; see Retry-After",
  503: "The database is away or the disk is full; see Retry-After",
} as const;

type RefusalStatus = keyof typeof REFUSALS;

/** Refusals for a contract's `responses`, all with the same schema. */
export function refusals<const Statuses extends readonly RefusalStatus[]>(
  ...statuses: Statuses
): Readonly<Record<Statuses[number], CallResponse<typeof refusalResponse>>> {
  return refusalsShaped(refusalResponse, statuses);
}

function refusalsShaped<Schema extends z.ZodType, Status extends RefusalStatus>(
  schema: Schema,
  statuses: readonly Status[],
): Readonly<Record<Status, CallResponse<Schema>>> {
  return makeRecord(statuses, (status) => ({ description: REFUSALS[status], schema }));
}

/** Every response of a call: the handler's, and the refusals before it is called. */
export function listResponses(contract: Contract): Readonly<Record<number, CallResponse>> {
  const { caller, permission, query, headers, body, needsNothing } = contract;
  const statuses: RefusalStatus[] = [
    ...(body ? ([400, 413, 415] as const) : []),
    ...(caller === "anyone" || caller === "visitor" ? [] : ([401] as const)),
    ...(permission ? ([403] as const) : []),
    ...(query || headers || (body && body.type !== "whole form") ? ([422] as const) : []),
  ];
  const shape = isFormCall(contract) ? formRefusalResponse : refusalResponse;
  return {
    ...refusalsShaped(shape, statuses),
    // With one schema for all calls (server/outage.tsx).
    ...(needsNothing ? {} : refusalsShaped(formRefusalResponse, [503])),
    ...contract.responses,
  };
}

/** Whether the call's body and refusals are those of the form posts of SPEC.md §7. */
export function isFormCall({ body }: Contract): boolean {
  return body !== undefined && body.type !== "json";
}

/**
 * Text from outside. PostgreSQL cannot store NUL, half a surrogate pair is not a character, and a
 * text longer than any valid answer is refused. `codes` is for fields that have their own error
 * codes.
 */
export function wireText(codes: { missing?: string; unreadable?: string } = {}) {
  return z
    .string(codes.missing ? { error: codes.missing } : {})
    .max(longestRawValue, { error: "too_long" })
    .refine(isStorable, { error: codes.unreadable ?? "unreadable" });
}

/**
 * Text, or a number that is turned into text, because programs send prices and phone numbers as
 * numbers.
 */
export function wireTextOrNumber(codes: { missing: string; unreadable: string }) {
  return z
    .union([wireText(codes), z.number()], { error: codes.missing })
    .transform((value) => String(value));
}

/** `?email=` of the calls of SPEC.md §7. It never identifies the caller. */
export const aboutEmail = z.object({ email: wireText().optional() });

/** Whether an e-mail address is the caller's own; case and outer spaces are ignored. */
export function isOwnEmail(email: string, user: { email: string }): boolean {
  return email.trim().toLowerCase() === user.email.toLowerCase();
}
