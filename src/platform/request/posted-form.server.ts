import { data } from "react-router";
import { readPost } from "./read-post.server.ts";

/**
 * A form post to a page as FormData.
 * @throws 415 and 400 as pages answer them.
 */
export async function postedForm(request: Request): Promise<FormData> {
  const post = await readPost(request);
  if (!post.ok) throw data(null, { status: post.status });
  const form = new FormData();
  for (const [name, values] of [...post.fields, ...post.files])
    for (const value of values) form.append(name, value);
  return form;
}

/** A control's text; empty where it was not sent, and for a file, which no such control takes. */
export function postedText(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === "string" ? value : "";
}
