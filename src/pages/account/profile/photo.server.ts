import { removePhoto, storePhoto } from "#domain/identity/photo.server.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { postedForm } from "#platform/request/posted-form.server.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { redirectTo, requireMember, type PageArgs } from "#pages/session/guards.server.ts";
import { refused, tooManyTries } from "#pages/session/account-answer.ts";
import { limitPhoto } from "#domain/identity/rate-limits.server.ts";

export async function answerPhoto(args: PageArgs) {
  const { user } = requireMember(args);
  const limit = limitPhoto(user.id);
  if (!limit.ok) return tooManyTries("photo", limit.retryAfterSeconds);
  const fields = await postedForm(args.request);
  if (fields.get("form") === "remove-photo") {
    await removePhoto(user.id);
    throw redirectTo(`${hrefIn(paths.account())}?notice=photo_removed`);
  }
  const file = fields.get("photo");
  if (!(file instanceof File) || file.size === 0) return problem(m.account_photo_missing());
  const stored = await storePhoto(user.id, new Uint8Array(await file.arrayBuffer()));
  if (stored.ok) throw redirectTo(`${hrefIn(paths.account())}?notice=photo_saved`);
  return problem(
    stored.code === "photo_too_large" ? m.account_photo_large() : m.account_photo_not_a_photo(),
  );
}

function problem(text: string) {
  return refused({ form: "photo", problems: [{ control: "photo", text }] });
}
