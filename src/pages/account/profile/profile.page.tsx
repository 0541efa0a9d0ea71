import { CircleUser } from "lucide-react";
import type { Route } from "./+types/profile.page.ts";
import { profileForm } from "#domain/identity/account.form.ts";
import { findUser, saveProfile } from "#domain/identity/user.server.ts";
import { m } from "#messages/messages.js";
import { AccountForm } from "#pages/account/account-form.tsx";
import { handleForm, showForm } from "#pages/form/handle-form.server.ts";
import { latestView } from "#pages/form/page-form.tsx";
import {
  type PageArgs,
  privateHeaders,
  requireFormPost,
  requireMember,
} from "#pages/session/guards.server.ts";
import { paths } from "#site/paths.ts";
import { Link } from "#ui/link.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { SectionCard } from "#ui/section-card.tsx";
import { formatPhone } from "#values/format.ts";

export async function loader(args: PageArgs) {
  const { user, visitor } = requireMember(args);
  const { name, email, locale } = user;
  const stored = await findUser(user.id);
  return {
    email,
    photo: user.photo ?? null,
    phone: user.phone && formatPhone(user.phone, visitor.locale),
    isPhoneVerified: Boolean(user.phone && stored?.phoneVerifiedAt),
    view: showForm(profileForm, visitor, { name, locale }),
  };
}

/** Name and language. The page continues in the chosen language. */
export async function action(args: PageArgs) {
  const { user } = requireMember(args);
  return handleForm(profileForm, await requireFormPost(args), async (profile) => {
    await saveProfile(user.id, profile);
    return {
      ok: true,
      redirectTo: `${hrefIn(paths.account(), profile.locale)}?notice=profile_saved`,
    };
  });
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.account_title(), isPrivate: true });

export default function ProfilePage({ loaderData, actionData }: Route.ComponentProps) {
  const { email, photo, phone, isPhoneVerified, view } = loaderData;
  return (
    <>
      <SectionCard title={m.account_section_profile()}>
        <AccountForm view={latestView(actionData, view)} submit={m.account_save()} />
      </SectionCard>
      <SectionCard title={m.account_email_label()}>
        <p className="wrap-anywhere">{email}</p>
        <Link className="link mt-2 inline-block" to={paths.accountSecurity()}>
          {m.account_email_change_link()}
        </Link>
      </SectionCard>
      <SectionCard title={m.account_phone()} text={m.account_phone_text()}>
        <p>
          {phone ?? m.account_phone_none()}{" "}
          {isPhoneVerified && (
            <span className="chip chip--ok">{m.account_phone_verified_chip()}</span>
          )}
        </p>
        <Link className="link mt-2 inline-block" to={paths.accountPhone()}>
          {phone ? m.account_phone_change() : m.account_phone_add()}
        </Link>
      </SectionCard>
      <SectionCard title={m.account_photo()} text={m.account_photo_text()}>
        {photo ? (
          <img
            src={photo}
            alt={m.account_photo_alt()}
            width={96}
            height={96}
            className="rounded-full"
          />
        ) : (
          <CircleUser className="muted" size={72} aria-hidden />
        )}
        <Link className="link mt-2 inline-block" to={paths.accountPhoto()}>
          {photo ? m.account_photo_change() : m.account_photo_add()}
        </Link>
      </SectionCard>
    </>
  );
}
