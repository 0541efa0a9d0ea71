import { z } from "zod";

/** What one call of SPEC.md §7 takes and answers: its handler stands beside it, the OpenAPI is made of it. */
export type CallContract = {
  method: "get" | "post" | "delete";
  /** As OpenAPI writes it: `/singleListing/{id}`. */
  path: string;
  summary: string;
  description?: string;
  /** Whether the call needs somebody signed in, or answers more to one. */
  signedIn: "needed" | "optional";
  query?: z.ZodObject;
  headers?: z.ZodObject;
  body?: z.ZodObject;
  answers: Readonly<Record<number, CallAnswer>>;
};

export type CallAnswer = { description: string; schema: z.ZodType };

/** Every refusal: a code, and for a body that must be put right the fields. */
export const refusalAnswer = z.object({
  error: z.string(),
  problems: z.array(z.object({ field: z.string(), code: z.string() })).optional(),
});

const REFUSALS = {
  401: "The sign-in is missing or over",
  403: "The account's role may not do this",
  404: "There is none, or not for this caller",
  409: "The listing's state does not allow it",
  422: "The body must be put right",
  429: "Too many; see Retry-After",
} as const;

/** The refusals of a contract's `answers`, all in one shape. */
export function refusals(
  ...statuses: (keyof typeof REFUSALS)[]
): Readonly<Record<number, CallAnswer>> {
  return Object.fromEntries(
    statuses.map((status) => [status, { description: REFUSALS[status], schema: refusalAnswer }]),
  );
}

/** A Hono path of a contract's: `/singleListing/:id`. */
export function routePath(contract: CallContract): string {
  return contract.path.replaceAll(/\{(\w+)\}/g, ":$1");
}
