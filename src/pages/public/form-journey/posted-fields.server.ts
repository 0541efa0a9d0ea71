import type { RawFields } from "#forms/questions/raw-fields.ts";
import { requirePost } from "#platform/request/read-post.server.ts";

/**
 * The fields of a form post to a page.
 * @throws what `requirePost` throws.
 */
export async function postedFields(request: Request): Promise<RawFields> {
  return (await requirePost(request)).fields;
}
