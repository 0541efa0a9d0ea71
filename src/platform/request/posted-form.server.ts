import { data } from "react-router";
import { toStorable } from "#values/storable-text.ts";
import { readPost } from "./read-post.server.ts";

/**
 * A form post to a page as FormData, without what no database holds.
 * @throws 415 and 400 as pages answer them.
 */
export async function postedForm(request: Request): Promise<FormData> {
  const post = await readPost(request);
  if (!post.ok) throw data(null, { status: post.status });
  const form = new FormData();
  for (const [name, values] of post.fields)
    for (const value of values) form.append(name, toStorable(value));
  for (const [name, files] of post.files) for (const file of files) form.append(name, file);
  return form;
}

/** A control's text; empty where it was not sent, and for a file, which no such control takes. */
export function postedText(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === "string" ? value : "";
}
