import { data } from "react-router";
import {
  finishAppForm,
  finishPasskeyForm,
  renamePasskeyForm,
} from "#domain/identity/account.form.ts";
import { mayEnrolFactor } from "#domain/identity/factor-enrolment.server.ts";
import {
  beginPasskey,
  finishPasskey,
  isLastFactor,
  listPasskeys,
  MOST_PASSKEYS,
  removePasskey,
  renamePasskey,
} from "#domain/identity/passkey.server.ts";
import { endReauthentication } from "#domain/identity/reauthentication.server.ts";
import { PASSWORD_MIN_LENGTH } from "#domain/identity/password-rule.ts";
import { hasPassword } from "#domain/identity/password.server.ts";
import {
  beginSecondFactor,
  endSecondFactor,
  finishSecondFactor,
  hasAuthenticatorApp,
  hasSecondFactor,
  renewRecoveryCodes,
} from "#domain/identity/second-factor.server.ts";
import { m } from "#messages/messages.js";
import {
  handleWithReauthentication,
  requireReauthentication,
  showReauthenticationForm,
  consumeReauthentication,
} from "#pages/account/with-reauthentication.server.ts";
import { refuseInDemo, refuseWrongPassword } from "#pages/form/refusals.ts";
import { defineCommands, type Press, runCommand } from "#pages/command/commands.server.ts";
import { handleForm, showForm } from "#pages/form/handle-form.server.ts";
import {
  browserRequest,
  type Member,
  type PageArgs,
  redirectTo,
  requireFreshFactor,
  requireMember,
} from "#pages/session/guards.server.ts";
import { isOwnerGone } from "#platform/outage/store-fault.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { formatDate } from "#values/format.ts";

export async function loadSecondFactor(args: PageArgs) {
  const { user, visitor } = requireMember(args);
  const passkeys = await listPasskeys(user.id);
  const day = (at: Date) => formatDate(at, visitor.locale);
  const isPasswordSet = await hasPassword(user.id);
  const askPassword = (form: string) => showReauthenticationForm(form, visitor, isPasswordSet);
  return {
    email: user.email,
    isOn: await hasSecondFactor(user.id),
    hasApp: await hasAuthenticatorApp(user.id),
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      created: day(createdAt),
      used: lastUsedAt && day(lastUsedAt),
      rename: showForm(renamePasskeyForm(id), visitor, { name }),
      remove: askPassword(`remove-passkey-${id}`),
    })),
    mayEnrol: await mayEnrolFactor(user, visitor.sessionId),
    isRequired: user.lacksSecondFactor ?? false,
    forms: {
      begin: askPassword("begin"),
      finish: showForm(finishAppForm, visitor),
      renewCodes: askPassword("renew-codes"),
      end: askPassword("end"),
      beginPasskey: askPassword("begin-passkey"),
      finishPasskey: showForm(finishPasskeyForm, visitor, {
        name: m.account_passkey_name_default(),
      }),
    },
  };
}

export type SecondFactorView = Awaited<ReturnType<typeof loadSecondFactor>>;

/** The name of a passkey's form: the action and the passkey's id. */
const PASSKEY_FORM = /^(rename|remove)-passkey-([\w-]{1,64})$/;

const commands = defineCommands<Member>()({
  begin: {
    run: ({ args, post }) =>
      handleWithReauthentication(
        args,
        post,
        "begin",
        async (password) => {
          const begun = await beginSecondFactor(browserRequest(args), password);
          if (!begun.ok) return refuseWrongPassword();
          const { uri, recoveryCodes } = begun.setup;
          return { ok: true, setup: { uri, codes: recoveryCodes.join(" ") } };
        },
        { isBegun: true },
      ),
  },
  finish: {
    async run({ args, post, field }, { user, visitor }) {
      await requireReauthentication(args);
      const result = await handleForm(finishAppForm, post, async ({ code }) => {
        if (user.isDemo) return refuseInDemo();
        const finished = await finishSecondFactor(browserRequest(args), user.id, code);
        if (!finished.ok) return { ok: false, fieldErrors: [{ question: "code", code: "wrong" }] };
        await endReauthentication(visitor.sessionId);
        throw redirectTo(securityPath("second_factor_on"), finished.cookies);
      });
      // After a wrong code the key is shown again, from the posted form.
      const uri = field("uri");
      const setup = { uri: isAppKey(uri) ? uri : "", codes: field("codes") };
      return data({ ...result.data, setup }, result.init ?? undefined);
    },
  },
  "renew-codes": {
    run: ({ args, post }) =>
      handleWithReauthentication(args, post, "renew-codes", async (password) => {
        const renewed = await renewRecoveryCodes(browserRequest(args), password);
        if (!renewed.ok) return refuseWrongPassword();
        return { ok: true, renewed: renewed.recoveryCodes.join(" ") };
      }),
  },
  end: {
    run: ({ args, post }, { user }) =>
      handleWithReauthentication(args, post, "end", async (password) => {
        if (isTooShortWithoutFactor(password)) return refuseShortPassword();
        const ended = await endSecondFactor(browserRequest(args), user.id, password);
        if (!ended.ok) return refuseWrongPassword();
        throw redirectTo(securityPath("second_factor_off"), ended.cookies);
      }),
  },
  "begin-passkey": {
    async run({ args, post }, { user }) {
      let cookie = "";
      const result = await handleWithReauthentication(
        args,
        post,
        "begin-passkey",
        async (password) => {
          const begun = await beginPasskey(browserRequest(args), user, password);
          if (!begun.ok) {
            if (begun.code === "wrong_password") return refuseWrongPassword();
            const message = m.account_passkey_too_many({ count: MOST_PASSKEYS });
            return { ok: false, status: 422, message };
          }
          ({ cookie } = begun);
          const options = JSON.stringify(begun.options);
          return { ok: true, passkey: { options, codes: begun.recoveryCodes?.join(" ") ?? null } };
        },
        { isBegun: true },
      );
      return cookie ? data(result.data, { headers: { "set-cookie": cookie } }) : result;
    },
  },
  "finish-passkey": {
    async run({ args, post, field }, { user }) {
      await requireReauthentication(args);
      return handleForm(finishPasskeyForm, post, async ({ name }) => {
        if (user.isDemo) return refuseInDemo();
        await consumeReauthentication(args);
        const finished = await finishPasskey(browserRequest(args), user.id, {
          response: field("response"),
          name: name ?? m.account_passkey_name_default(),
        });
        if (!finished.ok) return { ok: false, status: 422, message: m.account_passkey_failed() };
        const notice = finished.isFirstFactor ? "passkey_on" : "passkey_added";
        return { ok: true, redirectTo: secondFactorPath(notice) };
      });
    },
  },
  /** One passkey's form has a name of its own. */
  "of-passkey": {
    run(press, member) {
      const [, what, passkeyId = ""] = PASSKEY_FORM.exec(press.field("form")) ?? [];
      if (what === "rename") return handleRename(press, member, passkeyId);
      if (what === "remove") return handleRemove(press, member, passkeyId);
      throw data(null, { status: 422 });
    },
  },
});

/** Handles the posted form. Secrets that are shown once are only in this response. */
export async function handleSecondFactor(args: PageArgs) {
  const member = requireMember(args);
  const { user, visitor } = member;
  try {
    // A member who must have a factor and has one proves it; one without any needs an
    // administrator's link.
    const isFirst = !(await hasSecondFactor(user.id));
    if (!isFirst) requireFreshFactor(args);
    else if (!(await mayEnrolFactor(user, visitor.sessionId)))
      throw redirectTo(secondFactorPath("enrolment_needed"));
    return await runCommand(args, commands, member, { otherwise: "of-passkey" });
  } catch (thrown) {
    if (!isOwnerGone(thrown)) throw thrown;
    // The account was deleted in another window: there is nothing left to protect.
    throw redirectTo(hrefIn(paths.signIn()));
  }
}

function handleRename({ post }: Press, { user }: Member, passkeyId: string) {
  return handleForm(renamePasskeyForm(passkeyId), post, async ({ name }) => {
    if (user.isDemo) return refuseInDemo();
    await renamePasskey(user.id, passkeyId, name);
    return { ok: true, redirectTo: secondFactorPath("passkey_renamed") };
  });
}

function handleRemove({ args, post }: Press, { user }: Member, passkeyId: string) {
  return handleWithReauthentication(args, post, `remove-passkey-${passkeyId}`, async (password) => {
    if (isTooShortWithoutFactor(password) && (await isLastFactor(user.id)))
      return refuseShortPassword();
    const removed = await removePasskey(browserRequest(args), user.id, passkeyId, password);
    if (removed.ok) {
      const notice = removed.isLastFactor ? "second_factor_off" : "passkey_removed";
      throw redirectTo(secondFactorPath(notice), removed.cookies);
    }
    if (removed.code === "wrong_password") return refuseWrongPassword();
    // Already removed, in another window: that is what was asked for.
    return { ok: true, redirectTo: secondFactorPath("passkey_removed") };
  });
}

/** A password of eight characters or a little more is only allowed with a second factor. */
function isTooShortWithoutFactor(password: string | undefined): boolean {
  return password !== undefined && [...password].length < PASSWORD_MIN_LENGTH;
}

function refuseShortPassword() {
  const params = { count: PASSWORD_MIN_LENGTH };
  return {
    ok: false,
    fieldErrors: [{ question: "password", code: "too_short_alone", params }],
  } as const;
}

/** The QR code can hold this many; the key of the longest address is shorter. */
const MOST_KEY_LENGTH = 600;

/** The key is rendered as a link, so it must be one of an authenticator app. */
function isAppKey(uri: string): boolean {
  return uri.startsWith("otpauth://totp/") && uri.length <= MOST_KEY_LENGTH;
}

function secondFactorPath(notice: string): string {
  return `${hrefIn(paths.secondFactor())}?${new URLSearchParams({ notice })}`;
}

function securityPath(notice: string): string {
  return `${hrefIn(paths.accountSecurity())}?${new URLSearchParams({ notice })}`;
}
