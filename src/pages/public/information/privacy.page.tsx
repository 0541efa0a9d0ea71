import type { Route } from "./+types/privacy.page.ts";
import type { Settings } from "#domain/setting/setting.ts";
import { describePurposes } from "#domain/processing/describe-processing.ts";
import { readShownSettings } from "#domain/setting/settings.server.ts";
import { m } from "#messages/messages.js";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { site } from "#site/site.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import { SCRIPT_ON_DEMAND } from "#ui/script-on-demand.ts";
import type { Locale } from "#values/locale.ts";
import { LegalPage, type LegalSection } from "./legal-page.tsx";
import { listPeriods, listRecipients } from "./privacy-facts.server.ts";
import stylesheet from "./reading.css?url";

export const links = () => [pageStyle(stylesheet)];

const UPDATED = "2026-11-26";

export const handle = SCRIPT_ON_DEMAND;

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: m.information_privacy_title(),
    description: m.information_privacy_description({ name: site.name }),
  });
}

/** Texts and numbers come with the page's data: its script has none of them. */
export async function loader({ context }: Route.LoaderArgs) {
  const settings = await readShownSettings();
  const { locale } = readVisitor({ context });
  return {
    summary: [
      m.information_privacy_short_1(),
      m.information_privacy_short_2(),
      m.information_privacy_short_3({ officer: site.privacyOfficer.name }),
    ],
    sections: privacySections(settings, locale),
  };
}

export default function PrivacyPage({ loaderData }: Route.ComponentProps) {
  return (
    <LegalPage
      title={m.information_privacy_title()}
      lead={m.information_privacy_lead()}
      updated={UPDATED}
      {...loaderData}
    />
  );
}

const AUTOMATED = {
  at_once: m.information_privacy_automated_text,
  after_staff: m.information_privacy_automated_text_after_staff,
} as const;

/**
 * Law 25 (Quebec), s. 3.1 (officer), 3.2 (rules), 8 (purposes, recipients, periods), 8.1 (position), 8.2
 * (changes), 12.1 and 28.1 (rights); PIPEDA, Schedule 1.
 */
function privacySections({ passingOn, leadMailAlso }: Settings, locale: Locale): LegalSection[] {
  const officer = site.privacyOfficer.name;
  return [
    {
      id: "officer",
      title: m.information_privacy_officer_title(),
      text: m.information_privacy_officer_text({
        company: site.legalName,
        officer,
        email: site.privacyOfficer.email,
      }),
    },
    {
      id: "what",
      title: m.information_privacy_collect_title(),
      items: [
        m.information_privacy_collect_1(),
        m.information_privacy_collect_5(),
        m.information_privacy_collect_2(),
        m.information_privacy_collect_3(),
        m.information_privacy_collect_4(),
      ],
    },
    {
      id: "why",
      title: m.information_privacy_purpose_title(),
      items: describePurposes(locale),
    },
    {
      id: "who",
      title: m.information_privacy_share_title(),
      items: listRecipients(leadMailAlso, locale),
    },
    {
      id: "how-long",
      title: m.information_privacy_keep_title(),
      items: listPeriods(),
    },
    {
      id: "protection",
      title: m.information_privacy_protect_title(),
      text: m.information_privacy_protect_text(),
    },
    {
      id: "machines",
      title: m.information_privacy_automated_title(),
      text: AUTOMATED[passingOn](),
    },
    {
      id: "rights",
      title: m.information_privacy_rights_title(),
      items: [
        m.information_privacy_rights_1(),
        m.information_privacy_rights_2(),
        m.information_privacy_rights_3(),
        m.information_privacy_rights_4(),
        m.information_privacy_rights_6(),
        m.information_privacy_rights_5(),
      ],
    },
    {
      id: "rules",
      title: m.information_privacy_governance_title(),
      text: m.information_privacy_governance_text({ officer }),
    },
    {
      id: "changes",
      title: m.information_privacy_changes_title(),
      text: m.information_privacy_changes_text(),
    },
    {
      id: "age",
      title: m.information_privacy_children_title(),
      text: m.information_privacy_children_text(),
    },
    {
      id: "complaints",
      title: m.information_privacy_complain_title(),
      text: m.information_privacy_complain_text({ officer }),
    },
  ];
}
