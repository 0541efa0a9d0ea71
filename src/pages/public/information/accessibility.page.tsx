import type { Route } from "./+types/accessibility.page.ts";
import { m } from "#messages/messages.js";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { site } from "#site/site.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { SCRIPT_ON_DEMAND } from "#ui/script-on-demand.ts";
import { formatPhone } from "#values/format.ts";
import { LegalPage } from "./legal-page.tsx";

const UPDATED = "2026-11-22";

export const handle = SCRIPT_ON_DEMAND;

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: m.information_accessibility_title(),
    description: m.information_accessibility_description({ name: site.name }),
  });
}

export function loader({ context }: Route.LoaderArgs) {
  const { locale } = readVisitor({ context });
  return {
    summary: [
      m.information_accessibility_short_1(),
      m.information_accessibility_short_2(),
      m.information_accessibility_short_3(),
    ],
    sections: [
      {
        id: "standard",
        title: m.information_accessibility_standard_title(),
        text: m.information_accessibility_standard_text(),
      },
      {
        id: "done",
        title: m.information_accessibility_done_title(),
        items: [
          m.information_accessibility_done_1(),
          m.information_accessibility_done_2(),
          m.information_accessibility_done_3(),
          m.information_accessibility_done_4(),
          m.information_accessibility_done_5(),
          m.information_accessibility_done_6(),
        ],
      },
      {
        id: "tested",
        title: m.information_accessibility_tested_title(),
        text: m.information_accessibility_tested_text(),
      },
      {
        id: "limits",
        title: m.information_accessibility_limits_title(),
        text: m.information_accessibility_limits_text(),
      },
      {
        id: "tell",
        title: m.information_accessibility_tell_title(),
        text: m.information_accessibility_tell_text({
          email: site.email,
          phone: formatPhone(site.phone, locale),
        }),
      },
    ],
  };
}

export default function AccessibilityPage({ loaderData }: Route.ComponentProps) {
  return (
    <LegalPage
      title={m.information_accessibility_title()}
      lead={m.information_accessibility_lead()}
      updated={UPDATED}
      {...loaderData}
    />
  );
}
