import { z } from "zod";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { site } from "#site/site.ts";
import { event } from "./event.ts";
import { greet } from "./greeting.ts";

export const mailBudgetEvents = {
  /**
   * E-mails are left out, refused or held, because one sender causes too many, or all together do.
   */
  mail_budget_spent: event({
    channel: "email",
    recipient: "uncounted",
    label: m.message_label_mail_budget_spent,
    params: z.object({ whose: z.enum(["site", "sender"]) }),
    examples: [{ whose: "site" }, { whose: "sender" }],
    write: ({ whose }, { locale, link }) => ({
      subject: m.mail_budget_mail_subject({ site: site.name }, { locale }),
      paragraphs: [
        greet("", { locale }),
        whose === "site"
          ? m.mail_budget_mail_site({}, { locale })
          : m.mail_budget_mail_sender({}, { locale }),
        m.mail_budget_mail_what_now({ link: link(paths.staffMessages()) }, { locale }),
      ],
    }),
  }),
};
