import { data } from "react-router";

/**
 * The body of a form post to a page, files included.
 * @throws 415 for a body that no form makes, 400 for one that says it is a form and is not.
 */
export async function postedForm(request: Request): Promise<FormData> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) {
    throw data(null, { status: 415 });
  }
  try {
    return await request.formData();
  } catch {
    throw data(null, { status: 400 });
  }
}
