import { m } from "#messages/messages.js";

/** Every cookie that the server sets: visitor-middleware.ts, identity.server.ts, theme.ts. */
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

export function CookieList() {
  return (
    <>
      {cookies().map((cookie) => (
        <section key={cookie.name} className="card pad mb-4" aria-labelledby={cookie.name}>
          <h2 id={cookie.name} className="font-mono text-lg">
            {cookie.name}
          </h2>
          <p className="mt-2">{cookie.purpose}</p>
          <dl className="kv mt-3 mb-0">
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
