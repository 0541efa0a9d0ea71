import type { Route } from "./+types/privacy.page.ts";
import { m } from "#messages/messages.js";
import { site } from "#site/site.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { LegalPage, type LegalSection } from "./legal-page.tsx";

const UPDATED = "2026-11-21";

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: m.information_privacy_title(),
    description: m.information_privacy_description({ name: site.name }),
  });
}

export default function PrivacyPage() {
  return (
    <LegalPage
      title={m.information_privacy_title()}
      lead={m.information_privacy_lead()}
      updated={UPDATED}
      sections={privacySections()}
    />
  );
}

/** Law 25 (Quebec), s. 3.1, 3.2 and 8; PIPEDA, Schedule 1: officer, purposes, retention, rights. */
function privacySections(): LegalSection[] {
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
      text: m.information_privacy_collect_text(),
    },
    {
      id: "why",
      title: m.information_privacy_purpose_title(),
      items: [
        m.information_privacy_purpose_1(),
        m.information_privacy_purpose_2(),
        m.information_privacy_purpose_3(),
        m.information_privacy_purpose_4(),
        m.information_privacy_purpose_5(),
      ],
    },
    {
      id: "who",
      title: m.information_privacy_share_title(),
      text: m.information_privacy_share_text(),
    },
    {
      id: "how-long",
      title: m.information_privacy_keep_title(),
      items: [
        m.information_privacy_keep_1(),
        m.information_privacy_keep_2(),
        m.information_privacy_keep_3(),
        m.information_privacy_keep_4(),
        m.information_privacy_keep_5(),
      ],
    },
    {
      id: "protection",
      title: m.information_privacy_protect_title(),
      text: m.information_privacy_protect_text(),
    },
    {
      id: "machines",
      title: m.information_privacy_automated_title(),
      text: m.information_privacy_automated_text(),
    },
    {
      id: "rights",
      title: m.information_privacy_rights_title(),
      items: [
        m.information_privacy_rights_1(),
        m.information_privacy_rights_2(),
        m.information_privacy_rights_3(),
        m.information_privacy_rights_4(),
        m.information_privacy_rights_5(),
      ],
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
