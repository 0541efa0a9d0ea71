import { data } from "react-router";
import { rawFields, type RawFields } from "#forms/raw-fields.ts";

/**
 * The fields of a form post to a page.
 * @throws 415 for a body that no form makes, 400 for one that says it is a form and is not.
 */
export async function postedFields(request: Request): Promise<RawFields> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) {
    throw data(null, { status: 415 });
  }
  try {
    return rawFields(await request.formData());
  } catch {
    throw data(null, { status: 400 });
  }
}
