import { m } from "#messages/messages.js";
import { site } from "#site/site.ts";
import { TryAgain } from "./outage-page.tsx";

/**
 * What a browser shows of the site while it is offline, for an address that was typed or loaded anew.
 * It is kept by every visitor's browser (server/offline.tsx): nothing in it is anybody's.
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
