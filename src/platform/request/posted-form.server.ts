import { data } from "react-router";

export type FormBodyResult = { ok: true; form: FormData } | { ok: false; status: 400 | 415 };

/**
 * The body of a form post, files included: 415 for a body that no form makes, 400 for one that says
 * it is a form and is not.
 */
export async function readFormBody(request: Request): Promise<FormBodyResult> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) {
    return { ok: false, status: 415 };
  }
  try {
    return { ok: true, form: await request.formData() };
  } catch {
    return { ok: false, status: 400 };
  }
}

/**
 * The body of a form post to a page.
 * @throws 415 and 400 as pages answer them.
 */
export async function postedForm(request: Request): Promise<FormData> {
  const body = await readFormBody(request);
  if (!body.ok) throw data(null, { status: body.status });
  return body.form;
}
