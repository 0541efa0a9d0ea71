import { z } from "zod";
import { m } from "#messages/messages.js";
import { site } from "#site/site.ts";
import { type EmailWords, lateEvent, type Rendering } from "./event.ts";

const SEVEN_DAYS_MS = 7 * 24 * 60 * 60_000;

/** The end of every newsletter: how to unsubscribe, also by the mail program's own button. */
function withWayOut(words: EmailWords, unsubscribePath: string, { locale, link }: Rendering) {
  const unsubscribe = link(unsubscribePath);
  return {
    ...words,
    paragraphs: [...words.paragraphs, m.newsletter_mail_way_out({ link: unsubscribe }, { locale })],
    unsubscribe,
  };
}

const unsubscribePath = "/newsletter/unsubscribe/example";

export const newsletterEvents = {
  newsletter_confirm: lateEvent({
    channel: "email",
    recipient: "asker",
    usefulForMs: SEVEN_DAYS_MS,
    label: m.message_label_newsletter_confirm,
    stored: z.object({ id: z.string() }),
    examples: [{ path: "/newsletter/confirm/example" }],
    // Contains nothing of the newsletter: the holder of this address has not asked for it yet.
    write: ({ path }: { path: string }, { locale, link }) => ({
      subject: m.newsletter_mail_confirm_subject({ site: site.name }, { locale }),
      paragraphs: [
        m.newsletter_mail_confirm_text({ site: site.name }, { locale }),
        link(path),
        m.newsletter_mail_confirm_ignore({}, { locale }),
      ],
    }),
  }),
  newsletter_welcome: lateEvent({
    channel: "email",
    recipient: "uncounted",
    label: m.message_label_newsletter_welcome,
    stored: z.object({ id: z.string() }),
    examples: [{ unsubscribePath }],
    write: (wayOut: { unsubscribePath: string }, rendering) =>
      withWayOut(
        {
          subject: m.newsletter_mail_welcome_subject({ site: site.name }, rendering),
          paragraphs: [m.newsletter_mail_welcome_text({ site: site.name }, rendering)],
        },
        wayOut.unsubscribePath,
        rendering,
      ),
  }),
  newsletter_post: lateEvent({
    channel: "email",
    recipient: "uncounted",
    usefulForMs: SEVEN_DAYS_MS,
    label: m.message_label_newsletter_post,
    stored: z.object({ id: z.string(), postId: z.string() }),
    examples: [
      {
        unsubscribePath,
        title: "Rouvia",
        excerpt: "Rouvia.",
        path: "/blogs/example",
      },
    ],
    write: (
      post: { unsubscribePath: string; title: string; excerpt: string; path: string },
      rendering,
    ) =>
      withWayOut(
        {
          subject: m.newsletter_mail_post_subject(
            { site: site.name, title: post.title },
            rendering,
          ),
          paragraphs: [
            post.excerpt,
            m.newsletter_mail_post_read({ link: rendering.link(post.path) }, rendering),
          ],
        },
        post.unsubscribePath,
        rendering,
      ),
  }),
};
