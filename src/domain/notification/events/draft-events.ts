import { z } from "zod";
import { m } from "#messages/messages.js";
import { site } from "#site/site.ts";
import { formatDate } from "#values/format.ts";
import { lateEvent } from "./event.ts";
import { greet } from "./greeting.ts";

export const draftEvents = {
  /**
   * A link to continue an unfinished form. Without a name: anybody could have typed the address.
   */
  draft_link: lateEvent({
    channel: "email",
    recipient: "asker",
    label: m.message_label_draft_link,
    stored: z.object({ id: z.string() }),
    examples: [{ path: "/return/example", until: "2026-12-22" }],
    write: ({ path, until }: { path: string; until: string }, { locale, link }) => ({
      subject: m.draft_link_subject({ site: site.name }, { locale }),
      paragraphs: [
        greet("", { locale }),
        m.draft_link_text({}, { locale }),
        link(path),
        m.draft_link_code({}, { locale }),
        m.draft_link_until({ date: formatDate(until, locale) }, { locale }),
        m.account_mail_ignore({}, { locale }),
      ],
    }),
  }),
};
