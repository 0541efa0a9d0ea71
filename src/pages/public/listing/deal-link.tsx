import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { buttonClass } from "#ui/button.tsx";
import { buildDealHref } from "./deal-address.ts";

/** A link to the deal of an accepted price; nothing if there is none. */
export function DealLink({
  reference,
  linkKey = "",
}: {
  reference: string | null;
  linkKey?: string;
}) {
  if (!reference) return null;
  return (
    <p className="mt-3">
      <a
        className={buttonClass({ variant: "dark", size: "sm" })}
        href={buildDealHref(paths.deal(reference), linkKey)}
      >
        {m.deal_link()}
      </a>
    </p>
  );
}
