import { eq } from "drizzle-orm";
import { userTable } from "#domain/identity/identity.table.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { isLocale } from "#values/locale.ts";
import { formatPhone } from "#values/format.ts";
import { redirectTo, requireMember, type PageArgs } from "#pages/session/guards.server.ts";
import { refused } from "#pages/session/account-answer.ts";
import { readAccountName, readFields } from "#pages/account/sign-in/account-fields.server.ts";

export async function loadProfile(args: PageArgs) {
  const { user, visitor } = requireMember(args);
  const [stored] = await db()
    .select({ phoneVerifiedAt: userTable.phoneVerifiedAt, createdAt: userTable.createdAt })
    .from(userTable)
    .where(eq(userTable.id, user.id));
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
export async function answerProfile(args: PageArgs) {
  const { user } = requireMember(args);
  const field = await readFields(args.request);
  const typed = { name: field("name"), locale: field("locale") };
  const name = readAccountName("name", typed.name);
  if (name.value === null) return refused({ form: "profile", problems: name.problems, typed });
  if (!isLocale(typed.locale)) {
    const problems = [{ control: "locale", text: m.account_language_missing() }];
    return refused({ form: "profile", problems, typed });
  }
  await db()
    .update(userTable)
    .set({ name: name.value, locale: typed.locale, updatedAt: now() })
    .where(eq(userTable.id, user.id));
  throw redirectTo(`${hrefIn(paths.account(), typed.locale)}?notice=profile_saved`);
}
