import type { FormIntake } from "#domain/lead/submission/intake.ts";
import { jsonSchema } from "#forms/json-schema.ts";
import type { CallContract } from "./call-contract.ts";
import { FORM_PHONE_PURPOSES } from "./phone-code.api.ts";
import { site } from "#site/site.ts";
import { callPaths, securitySchemes } from "./call-paths.ts";

type Schema = Readonly<Record<string, unknown>>;

const text: Schema = { type: "string" };

const success: Schema = {
  type: "object",
  properties: {
    result: { const: "success" },
    reference: { ...text, pattern: "^[A-HJ-NPR-Y2-9]{8}$" },
  },
  required: ["result", "reference"],
};

const refusal: Schema = {
  type: "object",
  properties: {
    result: { const: "error" },
    error: text,
    message: text,
    problems: {
      type: "array",
      items: {
        type: "object",
        properties: { field: text, step: text, code: text, control: text, message: text },
        required: ["field", "step", "code", "control", "message"],
      },
    },
  },
  required: ["result", "error"],
};

const phoneCode: Schema = {
  type: "object",
  properties: {
    result: { enum: ["success", "error"] },
    state: { enum: ["not_started", "code_sent", "verified"] },
    message: { type: ["string", "null"] },
    isError: { type: "boolean" },
    waitSeconds: { type: "integer", minimum: 0 },
  },
  required: ["result"],
};

/** The site's calls as OpenAPI 3.1, made from the forms that it takes in and the calls' contracts. */
export function openApiDocument(
  intakes: readonly FormIntake[],
  calls: readonly CallContract[],
): Schema {
  return {
    openapi: "3.1.0",
    info: { title: site.name, version: "1" },
    components: { securitySchemes },
    paths: {
      ...callPaths(calls),
      ...Object.fromEntries(
        intakes.map(({ postName, form }) => [
          `/forms/${postName}`,
          { post: formPost(form.name, jsonSchema(form)) },
        ]),
      ),
      "/api/phone-verification": { post: phoneCodePost("Send a code by SMS", {}) },
      "/api/phone-verification/check": {
        post: phoneCodePost("Check a code", { code: { ...text, pattern: "^[0-9 ]{6,}$" } }),
      },
      "/healthz": { get: probe("The process runs") },
      "/readyz": { get: probe("The database answers") },
    },
  };
}

function formPost(name: string, schema: Schema): Schema {
  return {
    summary: `Send the form ${name}`,
    description:
      "Send `Accept: application/json`; a browser without it is led to a page. " +
      "Success is answered after the commit. Under /fr the words are French.",
    requestBody: urlEncoded(schema),
    responses: {
      200: json("Stored, or stored before under the same submission", success),
      422: json("Answers to put right; nothing is stored", refusal),
      429: json("Too many posts; see Retry-After", refusal),
    },
  };
}

function phoneCodePost(summary: string, fields: Record<string, Schema>): Schema {
  const properties = { phone: text, purpose: { enum: FORM_PHONE_PURPOSES }, ...fields };
  return {
    summary,
    description: "The cookie of the answer ties the verified number to the form's post.",
    requestBody: urlEncoded({
      type: "object",
      properties,
      required: ["phone", ...Object.keys(fields)],
    }),
    responses: {
      200: json("Done", phoneCode),
      422: json("Refused, in words", phoneCode),
      429: json("Too soon; see Retry-After", phoneCode),
    },
  };
}

function probe(summary: string): Schema {
  return { summary, responses: { 200: { description: "Yes" }, 503: { description: "No" } } };
}

function urlEncoded(schema: Schema): Schema {
  return { required: true, content: { "application/x-www-form-urlencoded": { schema } } };
}

function json(description: string, schema: Schema): Schema {
  return { description, content: { "application/json": { schema } } };
}
