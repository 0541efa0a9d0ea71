import type { Route } from "./+types/photo.page.ts";
import { buttonForm } from "#domain/identity/account.form.ts";
import { m } from "#messages/messages.js";
import { AccountForm } from "#pages/account/account-form.tsx";
import { showForm } from "#pages/form/handle-form.server.ts";
import { latestView } from "#pages/form/page-form.tsx";
import { type PageArgs, privateHeaders, requireMember } from "#pages/session/guards.server.ts";
import { TextField } from "#ui/field.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { SectionCard } from "#ui/section-card.tsx";
import { handlePhoto } from "./photo.server.ts";

export function loader(args: PageArgs) {
  const { user, visitor } = requireMember(args);
  return {
    photo: user.photo ?? null,
    view: showForm(buttonForm("photo"), visitor),
    remove: showForm(buttonForm("remove-photo"), visitor),
  };
}

export function action(args: PageArgs) {
  return handlePhoto(args);
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
              variant="ghost"
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
