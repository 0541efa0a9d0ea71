import type { Route } from "./+types/cookies.page.ts";
import { m } from "#messages/messages.js";
import { pageMeta } from "#ui/page-meta.ts";
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

/** Every cookie that the server sets: visitor-middleware.ts, identity.server.ts, the layout's theme.ts. */
function cookies() {
  return [
    {
      name: "visitor",
      purpose: m.information_cookies_visitor_purpose(),
      set: m.information_cookies_visitor_set(),
      life: m.information_cookies_visitor_life(),
    },
    {
      name: "session",
      purpose: m.information_cookies_session_purpose(),
      set: m.information_cookies_session_set(),
      life: m.information_cookies_session_life(),
    },
    {
      name: "theme",
      purpose: m.information_cookies_theme_purpose(),
      set: m.information_cookies_theme_set(),
      life: m.information_cookies_theme_life(),
    },
  ];
}

function CookieList() {
  return (
    <>
      {cookies().map((cookie) => (
        <section key={cookie.name} className="card p-6 mb-4" aria-labelledby={cookie.name}>
          <h2 id={cookie.name} className="font-mono text-lg">
            {cookie.name}
          </h2>
          <p className="mt-2">{cookie.purpose}</p>
          <dl className="facts-table mt-3 mb-0">
            <div>
              <dt>{m.information_cookies_set()}</dt>
              <dd>{cookie.set}</dd>
            </div>
            <div>
              <dt>{m.information_cookies_life()}</dt>
              <dd>{cookie.life}</dd>
            </div>
          </dl>
        </section>
      ))}
      <p className="small muted">{m.information_cookies_names_note()}</p>
    </>
  );
}
