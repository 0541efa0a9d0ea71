import { CircleUser } from "lucide-react";
import type { Route } from "./+types/profile.page.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { SelectField } from "#ui/field.tsx";
import { Link } from "#ui/link.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { AccountField, AccountForm } from "#pages/session/account-form.tsx";
import { privateHeaders } from "#pages/session/guards.server.ts";
import { answerProfile, loadProfile } from "./profile.server.ts";
import { SectionCard } from "#ui/section-card.tsx";

export function loader(args: Route.LoaderArgs) {
  return loadProfile(args);
}

export function action(args: Route.ActionArgs) {
  return answerProfile(args);
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.account_title(), isPrivate: true });

export default function ProfilePage({ loaderData, actionData }: Route.ComponentProps) {
  const { name, email, photo, locale, phone, isPhoneVerified } = loaderData;
  const shared = { form: "profile", answer: actionData };
  return (
    <>
      <SectionCard title={m.account_section_profile()}>
        <AccountForm {...shared} submit={m.account_save()}>
          <AccountField
            {...shared}
            name="name"
            label={m.account_name()}
            hint={m.account_name_hint()}
            autoComplete="name"
            defaultValue={name}
          />
          <SelectField
            id="profile-locale"
            name="locale"
            label={m.account_language()}
            hint={m.account_language_hint()}
            defaultValue={actionData?.typed.locale ?? locale}
          >
            <option value="en" lang="en">
              English
            </option>
            <option value="fr" lang="fr">
              Français
            </option>
          </SelectField>
        </AccountForm>
      </SectionCard>
      <SectionCard title={m.account_email()}>
        <p className="wrap-anywhere">{email}</p>
        <Link className="link mt-2 inline-block" to={paths.accountSecurity()}>
          {m.account_email_change_link()}
        </Link>
      </SectionCard>
      <SectionCard title={m.account_phone()} text={m.account_phone_text()}>
        <p>
          {phone ?? m.account_phone_none()}{" "}
          {isPhoneVerified && <span className="chip ok">{m.account_phone_verified_chip()}</span>}
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
