import type { Route } from "./+types/cookies.page.ts";
import { m } from "#messages/messages.js";
import { pageMeta } from "#ui/page-meta.ts";
import { CookieList } from "./cookie-list.tsx";
import { LegalPage, type LegalSection } from "./legal-page.tsx";

const UPDATED = "2026-11-21";

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: m.information_cookies_title(),
    description: m.information_cookies_description(),
  });
}

function sections(): LegalSection[] {
  return [
    {
      id: "storage",
      title: m.information_cookies_storage_title(),
      text: m.information_cookies_storage_text(),
    },
    {
      id: "others",
      title: m.information_cookies_others_title(),
      text: m.information_cookies_others_text(),
    },
    {
      id: "blocking",
      title: m.information_cookies_block_title(),
      text: m.information_cookies_block_text(),
    },
  ];
}

export default function CookiesPage() {
  return (
    <LegalPage
      title={m.information_cookies_title()}
      lead={m.information_cookies_lead()}
      updated={UPDATED}
      sections={sections()}
    >
      <CookieList />
    </LegalPage>
  );
}
