import { z } from "zod";
import { m } from "#messages/messages.js";
import { site } from "#site/site.ts";
import type { Locale } from "#values/locale.ts";
import { event, type Rendering } from "./event.ts";
import { greetMember } from "./greeting.ts";

type Words = (input: { what: string }, options: { locale: Locale }) => string;

/** What was changed, by the audit log's kinds. */
const WORDS = {
  listing: m.staff_change_mail_listing,
  bid: m.staff_change_mail_bid,
  lead: m.staff_change_mail_request,
  review: m.staff_change_mail_review,
  account: m.staff_change_mail_account,
  dealership: m.staff_change_mail_dealership,
  subscription: m.staff_change_mail_subscription,
  report: m.staff_change_mail_report,
} as const satisfies Record<string, Words>;

const SUBJECTS: ReadonlyMap<string, Words> = new Map(Object.entries<Words>(WORDS));

const params = z.object({
  thing: z.string(),
  /** "2021 Toyota RAV4 XLE", or a request's reference. */
  thingName: z.string(),
  /** Null if the address is not confirmed. */
  name: z.string().nullable(),
  lines: z.array(
    z.object({
      label: z.string(),
      values: z.object({ before: z.string(), after: z.string() }).nullable(),
    }),
  ),
  /** Staff's own words; may be empty. */
  reason: z.string(),
  /** The page where the owner objects. */
  path: z.string(),
});

const example: z.infer<typeof params> = {
  thing: "listing",
  thingName: "2021 Toyota RAV4 XLE",
  name: "Camille",
  lines: [{ label: "Price", values: { before: "$11,200", after: "$1,234" } }],
  reason: "",
  path: "/changes/example",
};

/** How to object, at the end of every e-mail that tells an owner what staff changed. */
export function writeWayToObject(path: string, { locale, link }: Rendering): string {
  return m.staff_change_mail_object({ link: link(path) }, { locale });
}

export const staffChangeEvents = {
  /** To the owner: what staff changed, and how to object. */
  staff_change: event({
    channel: "email",
    recipient: "uncounted",
    label: m.message_label_staff_change,
    params,
    examples: [
      example,
      { ...example, reason: "The advertised price was a typing error." },
      { ...example, lines: [{ label: "Description", values: null }] },
      ...[...SUBJECTS.keys()]
        .filter((thing) => thing !== "listing")
        .map((thing) => ({ ...example, thing, thingName: "RV-7K2M", name: null })),
    ],
    write({ thing, thingName, name, lines, reason, path }, rendering) {
      const options = { locale: rendering.locale };
      const said = (SUBJECTS.get(thing) ?? m.staff_change_mail_account)(
        { what: thingName },
        options,
      );
      return {
        subject: `${said} – ${site.name}`,
        paragraphs: [
          greetMember(name ?? "", options),
          m.staff_change_mail_what({ said }, options),
          lines
            .map(({ label, values }) =>
              values
                ? m.staff_change_mail_line({ label, ...values }, options)
                : m.staff_change_mail_line_text({ label }, options),
            )
            .join("\n"),
          ...(reason ? [m.staff_change_mail_reason({ reason }, options)] : []),
          writeWayToObject(path, rendering),
        ],
      };
    },
  }),
};
