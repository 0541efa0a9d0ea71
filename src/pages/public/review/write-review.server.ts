import { data } from "react-router";
import { withdrawReview, writeReview } from "#domain/review/review-request.server.ts";
import { reviewForm, withdrawReviewForm } from "#domain/review/review.form.ts";
import { defineCommands, runCommand } from "#pages/command/commands.server.ts";
import { handleForm } from "#pages/form/handle-form.server.ts";
import type { PageArgs } from "#pages/session/guards.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import type { Locale } from "#values/locale.ts";

const commands = defineCommands<{ key: string }>()({
  review: {
    run: ({ post }, { key }) =>
      handleForm(reviewForm, post, async ({ stars, text, author }) => {
        const { locale } = post.visitor;
        const written = await writeReview(key, { stars: Number(stars), text, author, locale });
        if (!written.ok && written.code === "no_such_link") throw data(null, { status: 404 });
        // Sent twice: the page shows the first one and its state.
        return { ok: true, redirectTo: hereIn(key, locale) };
      }),
  },
  "withdraw-review": {
    run: ({ post }, { key }) =>
      handleForm(withdrawReviewForm, post, async () => {
        if (!(await withdrawReview(key))) throw data(null, { status: 404 });
        return { ok: true, redirectTo: hereIn(key, post.visitor.locale) };
      }),
  },
});

/** With the link of the e-mail: stores a review, or removes it. */
export function answerReview(args: PageArgs & { params: { key: string } }) {
  const { key } = args.params;
  return runCommand(args, commands, { key }, { otherwise: "review" });
}

const hereIn = (key: string, locale: Locale): string => hrefIn(paths.writeReview(key), locale);
