import { z } from "zod";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { site } from "#site/site.ts";
import { event } from "./event.ts";
import { greet } from "./greeting.ts";

export const jobEvents = {
  /** A scheduled job did not succeed. */
  job_failed: event({
    channel: "email",
    recipient: "uncounted",
    label: m.message_label_job_failed,
    params: z.object({ job: z.string() }),
    examples: [{ job: "retention" }],
    write: ({ job }, { locale, link }) => ({
      subject: m.job_mail_subject({ job, site: site.name }, { locale }),
      paragraphs: [
        greet("", { locale }),
        m.job_mail_failed({ job }, { locale }),
        m.job_mail_what_now({ link: link(paths.staffSystem()) }, { locale }),
      ],
    }),
  }),
};
