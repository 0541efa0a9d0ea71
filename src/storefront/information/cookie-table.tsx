import { m } from "#messages/messages.js";

/** Every cookie that the server sets: visitor-middleware.ts, identity.server.ts, theme.ts. */
export function CookieTable() {
  const cookies = [
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
  return (
    <>
      <div className="scroll" role="region" aria-label={m.information_cookies_title()} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{m.information_cookies_name()}</th>
              <th scope="col">{m.information_cookies_purpose()}</th>
              <th scope="col">{m.information_cookies_set()}</th>
              <th scope="col">{m.information_cookies_life()}</th>
            </tr>
          </thead>
          <tbody>
            {cookies.map((cookie) => (
              <tr key={cookie.name}>
                <th scope="row">
                  <code>{cookie.name}</code>
                </th>
                <td>{cookie.purpose}</td>
                <td>{cookie.set}</td>
                <td>{cookie.life}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="small muted mt-3">{m.information_cookies_names_note()}</p>
    </>
  );
}
