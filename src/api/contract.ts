import { makeRecord } from "#values/record.ts";
import { z } from "zod";
import type { JsonSchema } from "#forms/questions/question-kind.ts";
import { longestRawValue } from "#forms/questions/raw-fields.ts";
import { isStorable } from "#values/storable-text.ts";
import type { Permission } from "#values/role.ts";

/**
 * What one call takes and answers. `defineCall` (serve-calls.server.ts) parses the request by it and
 * types the handler by it, openapi.ts prints it, and tests hold every answer against it.
 */
export type Contract = {
  method: "get" | "post" | "delete";
  /** As OpenAPI writes it: `/singleListing/{id}`. */
  path: `/${string}`;
  summary: string;
  description?: string;
  /** Also served under /fr, where its words are French. */
  inFrench?: true;
  caller: CallerKind;
  /** What a member must be allowed to do. */
  permission?: Permission;
  /** The same address is a page: whoever does not ask for JSON is answered by it. */
  besidePage?: true;
  /** Answered also while the database is away. */
  needsNothing?: true;
  query?: z.ZodObject;
  headers?: z.ZodObject;
  body?: JsonBody | FormBody | WholeFormBody;
  /** What the handler answers. The refusals that follow from the rest are added by `listResponses`. */
  responses: Readonly<Record<number, CallResponse>>;
};

/**
 * Who may call, and how the call knows them: `anyone` is not told from the next one; a `visitor` has a
 * language and an address; `token` is whom a token names, `token-or-visitor` also somebody without
 * one; a `member` comes by token or by the session's cookie, a `session` by the cookie alone.
 */
export type CallerKind = "anyone" | "visitor" | "token-or-visitor" | "token" | "member" | "session";

export type CallResponse<Schema extends z.ZodType = z.ZodType> = {
  description: string;
  schema: Schema;
};

export type JsonBody<Schema extends z.ZodObject = z.ZodObject> = { type: "json"; schema: Schema };
/** url-encoded or multipart: of each name the first value, as text. */
export type FormBody<Schema extends z.ZodObject = z.ZodObject> = { type: "form"; schema: Schema };
/** A form of the form engine, which reads and refuses the fields itself. */
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

/** The names of an address: `{id}` of `/singleListing/{id}`. */
export type PathNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never;

/** A refusal: a code, and for what must be put right the fields. */
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

/** The refusals of a contract's `responses`, all in one shape. */
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

/** Every answer of a call: the handler's, and the refusals before it is asked. */
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
    // In one shape for all (server/outage.tsx).
    ...(needsNothing ? {} : refusalsShaped(formRefusalResponse, [503])),
    ...contract.responses,
  };
}

/** Whether the call speaks as the form posts of SPEC.md §7 do. */
export function isFormCall({ body }: Contract): boolean {
  return body !== undefined && body.type !== "json";
}

/**
 * Text from outside: PostgreSQL holds no NUL, half a surrogate pair is no character, and what is
 * longer than any answer of ours is no answer. `codes` for fields that have codes of their own.
 */
export function wireText(codes: { missing?: string; unreadable?: string } = {}) {
  return z
    .string(codes.missing ? { error: codes.missing } : {})
    .max(longestRawValue, { error: "too_long" })
    .refine(isStorable, { error: codes.unreadable ?? "unreadable" });
}

/** Text, or a number for the text of it, as programs send prices and phone numbers. */
export function wireTextOrNumber(codes: { missing: string; unreadable: string }) {
  return z
    .union([wireText(codes), z.number()], { error: codes.missing })
    .transform((value) => String(value));
}

/** `?email=` of the calls of SPEC.md §7. It never says who calls. */
export const aboutEmail = z.object({ email: wireText().optional() });

/** Whether an e-mail is the caller's own, however it is written. */
export function isOwnEmail(email: string, user: { email: string }): boolean {
  return email.trim().toLowerCase() === user.email.toLowerCase();
}
