import { z } from "zod";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { site } from "#site/site.ts";
import { event } from "./event.ts";
import { greet } from "./greeting.ts";

export const backupEvents = {
  /** The site could not make a backup, or could not prove that its backup can be restored. */
  backup_failed: event({
    channel: "email",
    recipient: "uncounted",
    label: m.message_label_backup_failed,
    params: z.object({
      isMade: z.boolean(),
      /** What went wrong and what to do about it, in the reader's language. */
      cause: z.string(),
    }),
    examples: [
      { isMade: false, cause: "BACKUP_S3_URL" },
      { isMade: true, cause: "rouvia_proof" },
    ],
    write: ({ isMade, cause }, { locale, link }) => ({
      subject: isMade
        ? m.backup_mail_subject_unproved({ site: site.name }, { locale })
        : m.backup_mail_subject_failed({ site: site.name }, { locale }),
      paragraphs: [
        greet("", { locale }),
        isMade ? m.backup_mail_unproved({}, { locale }) : m.backup_mail_failed({}, { locale }),
        cause,
        m.backup_mail_what_now({ link: link(paths.staffSystem()) }, { locale }),
      ],
    }),
  }),
};
