import type { Route } from "./+types/privacy.page.ts";
import { m } from "#messages/messages.js";
import { site } from "#site/site.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { LegalPage } from "./legal-page.tsx";
import { privacySections } from "./privacy-content.ts";

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
