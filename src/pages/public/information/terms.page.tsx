import type { Route } from "./+types/terms.page.ts";
import { m } from "#messages/messages.js";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { paths } from "#site/paths.ts";
import { site } from "#site/site.ts";
import { FrenchFirst } from "#ui/french-first.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import { SCRIPT_ON_DEMAND } from "#ui/script-on-demand.ts";
import type { Locale } from "#values/locale.ts";
import { LegalPage, type LegalSection } from "./legal-page.tsx";
import stylesheet from "./reading.css?url";

export const links = () => [pageStyle(stylesheet)];

const UPDATED = "2026-11-26";

export const handle = SCRIPT_ON_DEMAND;

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: m.information_terms_title(),
    description: m.information_terms_description({ name: site.name }),
  });
}

function sections(): LegalSection[] {
  const company = site.legalName;
  return [
    {
      id: "agreement",
      title: m.information_terms_agreement_title(),
      text: m.information_terms_agreement_text({ company }),
    },
    {
      id: "service",
      title: m.information_terms_service_title(),
      text: m.information_terms_service_text(),
    },
    {
      id: "privacy",
      title: m.information_terms_privacy_title(),
      text: m.information_terms_privacy_text(),
    },
    {
      id: "accuracy",
      title: m.information_terms_accuracy_title(),
      text: m.information_terms_accuracy_text(),
    },
    {
      id: "verification",
      title: m.information_terms_verification_title(),
      text: m.information_terms_verification_text(),
    },
    {
      id: "communication",
      title: m.information_terms_communication_title(),
      text: m.information_terms_communication_text(),
    },
    {
      id: "data",
      title: m.information_terms_data_title(),
      text: m.information_terms_data_text(),
    },
    {
      id: "limits",
      title: m.information_terms_liability_title(),
      text: m.information_terms_liability_text(),
    },
    {
      id: "changes",
      title: m.information_terms_changes_title(),
      text: m.information_terms_changes_text({ email: site.email }),
    },
  ];
}

/** Where an English reader is, this page need not know: it leads to the French one first. */
function findFrench(locale: Locale) {
  if (locale === "fr") return null;
  const title = m.information_terms_title({}, { locale: "fr" });
  return { title, href: hrefIn(paths.terms(), "fr") };
}

export function loader({ context }: Route.LoaderArgs) {
  return {
    french: findFrench(readVisitor({ context }).locale),
    summary: [
      m.information_terms_short_1(),
      m.information_terms_short_2(),
      m.information_terms_short_3(),
    ],
    sections: sections(),
  };
}

export default function TermsPage({ loaderData }: Route.ComponentProps) {
  const { french, ...words } = loaderData;
  return (
    <LegalPage
      title={m.information_terms_title()}
      updated={UPDATED}
      {...words}
      first={
        french && (
          <FrenchFirst href={french.href}>
            <p>{french.title}</p>
          </FrenchFirst>
        )
      }
    />
  );
}
