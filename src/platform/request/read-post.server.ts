import { data } from "react-router";

/** A form's post as received: each control's name with its values in order. Files are separate. */
export type FormPost = {
  fields: ReadonlyMap<string, readonly string[]>;
  files: ReadonlyMap<string, readonly File[]>;
};

type PostReading =
  | ({ ok: true } & FormPost)
  /**
   * 415: the content type is not a form's; 400: the body is not a valid form; 413: too many fields.
   */
  | { ok: false; status: 400 | 413 | 415 };

const FORM_TYPE = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

/** No form of the site has a tenth of this number. The body's size is limited by the server. */
const MOST_FIELDS = 1_000;

/**
 * Reads every form post of the site, from a page or a program, url-encoded or multipart. The fields
 * are validated by their form (`readForm`).
 */
export async function readPost(request: Request): Promise<PostReading> {
  const type = request.headers.get("content-type") ?? "";
  const [, kind] = FORM_TYPE.exec(type) ?? [];
  if (!kind) return { ok: false, status: 415 };
  let posted: FormData | URLSearchParams;
  try {
    // The same result as `formData()`, but without first making a stream of the body.
    posted = /^application/i.test(kind)
      ? new URLSearchParams(await request.text())
      : await request.formData();
  } catch {
    return { ok: false, status: 400 };
  }
  const fields = new Map<string, string[]>();
  const files = new Map<string, File[]>();
  const entries = [...posted];
  if (entries.length > MOST_FIELDS) return { ok: false, status: 413 };
  for (const [name, value] of entries) {
    if (typeof value === "string") append(fields, name, value);
    else append(files, name, value);
  }
  return { ok: true, fields, files };
}

function append<Value>(all: Map<string, Value[]>, name: string, value: Value): void {
  const values = all.get(name);
  if (values) values.push(value);
  else all.set(name, [value]);
}

/**
 * The same for an action.
 * @throws a response with the status if `readPost` refuses the body
 */
export async function requirePost(request: Request): Promise<FormPost> {
  const reading = await readPost(request);
  if (!reading.ok) throw data(null, { status: reading.status });
  return reading;
}
