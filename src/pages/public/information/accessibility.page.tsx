import { FactsTable } from "#ui/facts-table.tsx";
import type { Route } from "./+types/accessibility.page.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { site } from "#site/site.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import { SCRIPT_ON_DEMAND } from "#ui/script-on-demand.ts";
import { formatDate, formatNumber, formatPhone } from "#values/format.ts";
import report from "./accessibility-report.json" with { type: "json" };
import { LegalPage } from "./legal-page.tsx";
import stylesheet from "./reading.css?url";

export const links = () => [pageStyle(stylesheet)];

const UPDATED = "2026-11-22";

export const handle = SCRIPT_ON_DEMAND;

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: m.information_accessibility_title(),
    description: m.information_accessibility_description({ name: site.name }),
  });
}

type Shown = Route.ComponentProps["loaderData"];

export function loader({ context }: Route.LoaderArgs) {
  const { locale } = readVisitor({ context });
  return {
    report,
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
  const { report: shown, ...text } = loaderData;
  return (
    <LegalPage
      title={m.information_accessibility_title()}
      lead={m.information_accessibility_lead()}
      updated={UPDATED}
      {...text}
      more={{ tested: <Report report={shown} /> }}
    />
  );
}

/** The stored report of the newest run that checked the pages (e2e/crawl.e2e.ts). */
function Report({ report: { checkedOn, engine, pages, views, findings } }: Pick<Shown, "report">) {
  const locale = getLocale();
  const widths = views.map(({ widthPx }) => `${formatNumber(widthPx, locale)}\u00a0px`).join(", ");
  const facts = [
    { name: m.information_accessibility_report_day(), value: formatDate(checkedOn, locale) },
    { name: m.information_accessibility_report_tool(), value: engine },
    {
      name: m.information_accessibility_report_pages(),
      value: m.information_accessibility_report_count({ count: pages.length, widths }),
    },
    {
      name: m.information_accessibility_report_findings(),
      value: formatNumber(findings, locale),
    },
  ];
  return (
    <section className="card cookie-facts" aria-labelledby="report">
      <h3 id="report">{m.information_accessibility_report_title()}</h3>
      <FactsTable className="mt-3 mb-3" facts={facts} />
      <details className="small">
        <summary className="cursor-pointer">{m.information_accessibility_report_list()}</summary>
        <ul>
          {pages.map((path) => (
            <li key={path}>
              <code>{path}</code>
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}
