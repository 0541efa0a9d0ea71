import { type MouseEvent, useState } from "react";
import { m } from "#messages/messages.js";
import { buttonClass } from "#ui/button.tsx";

/**
 * The provider's reviews, in a frame that is made only when the visitor asks for it: no request
 * leaves for another company before. Without script the button is a plain link.
 */
export function ReviewsWidget({ url }: { url: string }) {
  const [isWanted, setWanted] = useState(false);
  const { host } = new URL(url);
  if (isWanted) {
    return (
      <iframe
        src={url}
        title={m.home_reviews_widget_title({ host })}
        sandbox="allow-scripts allow-same-origin allow-popups"
        className="mt-8 h-[420px] w-full rounded-lg border border-border"
      />
    );
  }
  const load = (event: MouseEvent) => {
    event.preventDefault();
    setWanted(true);
  };
  return (
    <div className="mt-8 flex flex-wrap items-center gap-4">
      <a href={url} onClick={load} className={buttonClass({ look: "ghost" })}>
        {m.home_reviews_widget_load({ host })}
      </a>
      <p className="small muted max-w-[40em]">{m.home_reviews_widget_note({ host })}</p>
    </div>
  );
}
