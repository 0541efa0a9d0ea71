import { CircleUser } from "lucide-react";
import type { Route } from "./+types/profile.page.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { SelectField } from "#ui/field.tsx";
import { Link } from "#ui/link.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { AccountField, AccountForm } from "#pages/session/account-form.tsx";
import {
  privateHeaders,
  redirectTo,
  requireMember,
  type PageArgs,
} from "#pages/session/guards.server.ts";
import { SectionCard } from "#ui/section-card.tsx";
import { findUser, saveProfile } from "#domain/identity/user.server.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { isLocale } from "#values/locale.ts";
import { formatPhone } from "#values/format.ts";
import { refused } from "#pages/session/account-answer.ts";
import { readAccountName, readFields } from "#pages/session/account-fields.server.ts";

export async function loader(args: PageArgs) {
  const { user, visitor } = requireMember(args);
  const stored = await findUser(user.id);
  return {
    name: user.name,
    email: user.email,
    photo: user.photo ?? null,
    locale: user.locale,
    phone: user.phone && formatPhone(user.phone, visitor.locale),
    isPhoneVerified: Boolean(user.phone && stored?.phoneVerifiedAt),
  };
}

/** Name and language. The page goes on in the chosen language. */
export async function action(args: PageArgs) {
  const { user } = requireMember(args);
  const field = await readFields(args.request);
  const typed = { name: field("name"), locale: field("locale") };
  const name = readAccountName("name", typed.name);
  if (name.value === null) return refused({ form: "profile", problems: name.problems, typed });
  if (!isLocale(typed.locale)) {
    const problems = [{ control: "locale", text: m.account_language_missing() }];
    return refused({ form: "profile", problems, typed });
  }
  await saveProfile(user.id, { name: name.value, locale: typed.locale });
  throw redirectTo(`${hrefIn(paths.account(), typed.locale)}?notice=profile_saved`);
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
