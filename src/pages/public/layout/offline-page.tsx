import { m } from "#messages/messages.js";
import { site } from "#site/site.ts";
import { TryAgain } from "./outage-page.tsx";

/**
 * What a browser shows while it is offline, for an address that was typed or loaded again. Every
 * visitor's browser stores it (server/offline.tsx): it contains no personal data.
 */
export function OfflinePage() {
  return (
    <section className="page">
      <div className="page-width">
        <title>{`${m.layout_offline_title()} · ${site.name}`}</title>
        <div className="page-head">
          <h1>{m.layout_offline_title()}</h1>
          <p>{m.layout_offline_text()}</p>
        </div>
        <TryAgain post={null} />
      </div>
    </section>
  );
}
