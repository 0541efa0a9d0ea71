import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { Link } from "#ui/link.tsx";

/** The two lists of contacts. */
export function ContactTabs({ current }: { current: "all" | "duplicates" }) {
  const tabs = [
    { id: "all", to: paths.staffContacts(), text: m.contact_back() },
    { id: "duplicates", to: paths.staffDuplicates(), text: m.contact_duplicates_title() },
  ];
  return (
    <nav aria-label={m.contact_title()} className="flex flex-wrap gap-2">
      {tabs.map(({ id, to, text }) => (
        <Link
          key={id}
          to={to}
          className={`button button--small ${id === current ? "button--dark" : "button--ghost"}`}
          aria-current={id === current ? "page" : undefined}
        >
          {text}
        </Link>
      ))}
    </nav>
  );
}
