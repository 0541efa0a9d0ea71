import { rawFields, type RawFields } from "#forms/questions/raw-fields.ts";
import { postedForm } from "#platform/request/posted-form.server.ts";

/**
 * The fields of a form post to a page.
 * @throws what `postedForm` throws.
 */
export async function postedFields(request: Request): Promise<RawFields> {
  return rawFields(await postedForm(request));
}
