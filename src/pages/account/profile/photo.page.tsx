import type { Route } from "./+types/photo.page.ts";
import { m } from "#messages/messages.js";
import { pageMeta } from "#ui/page-meta.ts";
import { requireMember, privateHeaders } from "#pages/session/guards.server.ts";
import { AccountField, AccountForm } from "#pages/session/account-form.tsx";
import { answerPhoto } from "./photo.server.ts";
import { SectionCard } from "#ui/section-card.tsx";

export function loader(args: Route.LoaderArgs) {
  return { photo: requireMember(args).user.photo ?? null };
}

export function action(args: Route.ActionArgs) {
  return answerPhoto(args);
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.account_photo(), isPrivate: true });

export default function PhotoPage({ loaderData, actionData }: Route.ComponentProps) {
  const { photo } = loaderData;
  const shared = { form: "photo", answer: actionData };
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
              form="remove-photo"
              answer={undefined}
              look="ghost"
              submit={m.account_photo_remove()}
            />
          </div>
        </div>
      )}
      <AccountForm {...shared} encType="multipart/form-data" submit={m.account_photo_save()}>
        <AccountField
          {...shared}
          name="photo"
          type="file"
          accept="image/jpeg,image/png,image/webp,image/avif"
          label={m.account_photo_choose()}
          hint={m.account_photo_hint()}
        />
      </AccountForm>
    </SectionCard>
  );
}
