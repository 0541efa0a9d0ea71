import { data, redirect } from "react-router";
import {
  longestOf,
  needsSource,
  WORDED_CLAIMS,
  type WordedClaim,
} from "#domain/setting/claim-settings.ts";
import { ownClaimForm } from "#domain/setting/own-claim.form.ts";
import { changeSettings, readSettings } from "#domain/setting/settings.server.ts";
import type { RefusedAnswer } from "#forms/field-error.ts";
import { m } from "#messages/messages.js";
import { defineCommands } from "#pages/command/commands.server.ts";
import { definePage, type PageSubject } from "#pages/command/define-page.server.ts";
import { handleForm, type Outcome, showForm } from "#pages/form/handle-form.server.ts";
import { sayClaim } from "#pages/public/home/claim-words.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import type { Locale } from "#values/locale.ts";
import { describeGroup } from "./setting-words.server.ts";

const savedHref = (locale: Locale) => `${hrefIn(paths.staffClaims(), locale)}?done=saved`;
const findClaim = (name: string | null): WordedClaim | null =>
  WORDED_CLAIMS.find((claim) => claim === name) ?? null;

export const claimsPage = definePage({
  address: "/staff/settings/claims",
  read: "seeSettings",
  needsFreshFactor: true,
  async load({ request }, { visitor }) {
    const { locale } = visitor;
    const { claimWords } = await readSettings();
    const chosen = findClaim(new URL(request.url).searchParams.get("claim"));
    const own = claimWords.find(({ claim }) => claim === chosen);
    return {
      shown: describeGroup("claims", locale),
      claims: WORDED_CLAIMS.map((claim) => {
        const words = claimWords.find((each) => each.claim === claim);
        return {
          claim,
          ofSite: sayClaim(claim, locale),
          own: words ? { words: words[locale], source: words.source } : null,
        };
      }),
      chosen: chosen && {
        claim: chosen,
        ofSite: sayClaim(chosen, locale),
        longest: longestOf(chosen),
      },
      view: showForm(
        ownClaimForm,
        visitor,
        own ?? (chosen ? { en: sayClaim(chosen, "en"), fr: sayClaim(chosen, "fr") } : {}),
      ),
    };
  },
  commands: defineCommands<PageSubject>()({
    reword: {
      may: "changeSettings",
      run: ({ post, field }, { by }) =>
        handleForm(ownClaimForm, post, async ({ en, fr, source = "" }): Promise<Outcome> => {
          const claim = findClaim(field("claim"));
          if (!claim) return { ok: false, message: m.staff_problem_not_found(), status: 404 };
          const refused: RefusedAnswer[] = [
            ...(en.length > longestOf(claim) ? [{ question: "en", code: "long" }] : []),
            ...(fr.length > longestOf(claim) ? [{ question: "fr", code: "long" }] : []),
            ...(source === "" && needsSource(`${en} ${fr}`)
              ? [{ question: "source", code: "needed" }]
              : []),
          ];
          if (refused.length > 0) return { ok: false, fieldErrors: refused };
          await changeSettings(by, ({ claimWords }) => ({
            claimWords: [
              ...claimWords.filter((each) => each.claim !== claim),
              { claim, en, fr, source },
            ],
          }));
          return { ok: true, redirectTo: savedHref(post.visitor.locale) };
        }),
    },
    reset: {
      may: "changeSettings",
      async run({ post, field }, { by }) {
        await changeSettings(by, ({ claimWords }) => {
          const left = claimWords.filter(({ claim }) => claim !== field("claim"));
          if (left.length === claimWords.length) throw data(null, { status: 404 });
          return { claimWords: left };
        });
        throw redirect(savedHref(post.visitor.locale), 303);
      },
    },
  }),
});
