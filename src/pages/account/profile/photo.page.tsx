import type { Route } from "./+types/photo.page.ts";
import { buttonForm } from "#domain/identity/account.form.ts";
import { removePhoto, storePhoto } from "#domain/identity/photo.server.ts";
import { limitPhoto } from "#domain/identity/rate-limits.server.ts";
import { rawValue } from "#forms/questions/raw-fields.ts";
import { m } from "#messages/messages.js";
import { AccountForm } from "#pages/account/account-form.tsx";
import { refuseTooManyTries } from "#pages/form/refusals.ts";
import { answerForm, showForm } from "#pages/form/answer-form.server.ts";
import { latestView } from "#pages/form/page-form.tsx";
import {
  type PageArgs,
  privateHeaders,
  requireFormPost,
  requireMember,
} from "#pages/session/guards.server.ts";
import { paths } from "#site/paths.ts";
import { TextField } from "#ui/field.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { SectionCard } from "#ui/section-card.tsx";

export function loader(args: PageArgs) {
  const { user, visitor } = requireMember(args);
  return {
    photo: user.photo ?? null,
    view: showForm(buttonForm("photo"), visitor),
    remove: showForm(buttonForm("remove-photo"), visitor),
  };
}

export async function action(args: PageArgs) {
  const { user } = requireMember(args);
  const post = await requireFormPost(args);
  return answerForm(buttonForm(rawValue(post.raw, "form")), post, async () => {
    const limit = await limitPhoto(user.id);
    if (!limit.ok) return refuseTooManyTries(limit.retryAfterSeconds);
    if (rawValue(post.raw, "form") === "remove-photo") {
      await removePhoto(user.id);
      return { ok: true, redirectTo: `${hrefIn(paths.account())}?notice=photo_removed` };
    }
    const [file] = post.files.get("photo") ?? [];
    if (!file || file.size === 0)
      return { ok: false, status: 422, message: m.account_photo_missing() };
    const stored = await storePhoto(user.id, new Uint8Array(await file.arrayBuffer()));
    if (stored.ok) return { ok: true, redirectTo: `${hrefIn(paths.account())}?notice=photo_saved` };
    const isLarge = stored.code === "photo_too_large";
    const message = isLarge ? m.account_photo_large() : m.account_photo_not_a_photo();
    return { ok: false, status: 422, message };
  });
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.account_photo(), isPrivate: true });

export default function PhotoPage({ loaderData, actionData }: Route.ComponentProps) {
  const { photo, remove } = loaderData;
  const view = latestView(actionData, loaderData.view);
  return (
    <SectionCard title={m.account_photo()} text={m.account_photo_text()}>
      {photo && (
        <div className="mb-6">
          <img
            src={photo}
            alt={m.account_photo_alt()}
            width={160}
            height={160}
            className="rounded-full"
          />
          <div className="mt-3">
            <AccountForm
              view={latestView(actionData, remove)}
              look="ghost"
              submit={m.account_photo_remove()}
            />
          </div>
        </div>
      )}
      <AccountForm view={view} encType="multipart/form-data" submit={m.account_photo_save()}>
        <TextField
          id="photo-photo"
          name="photo"
          type="file"
          required
          accept="image/jpeg,image/png,image/heic,.heic,.heif,image/webp,image/avif"
          label={m.account_photo_choose()}
          hint={m.account_photo_hint()}
          error={view.errorSummary?.text}
        />
      </AccountForm>
    </SectionCard>
  );
}
