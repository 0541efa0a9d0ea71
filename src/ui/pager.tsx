import { m } from "#messages/messages.js";
import { Link } from "./link.tsx";

/** Links from one page of a list, newest first, to its first page and to the next older one. */
export function Pager(props: {
  newestHref: string | null;
  olderHref: string | null;
  className?: string;
}) {
  const { newestHref, olderHref, className } = props;
  if (!newestHref && !olderHref) return null;
  return (
    <nav
      className={`flex items-center gap-3 justify-between print:hidden ${className ?? ""}`}
      aria-label={m.staff_pages_label()}
    >
      {newestHref ? (
        <Link className="button button--ghost button--small" to={newestHref}>
          {m.staff_newest()}
        </Link>
      ) : (
        <span />
      )}
      {olderHref && (
        <Link className="button button--ghost button--small" to={olderHref}>
          {m.staff_older()}
        </Link>
      )}
    </nav>
  );
}
