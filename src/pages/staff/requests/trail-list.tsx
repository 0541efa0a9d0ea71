import { m } from "#messages/messages.js";
import { Link } from "#ui/link.tsx";
import type { TrailView } from "./view-trail.server.ts";

/** Everything that was found of a person; with checkboxes if there are commands on it. */
export function TrailList({
  trail,
  ticked,
}: {
  trail: TrailView;
  /** Which checkboxes are ticked; undefined if there are no checkboxes. */
  ticked?: readonly string[] | undefined;
}) {
  const { items, remains } = trail;
  if (items.length === 0 && remains === "") return <p>{m.privacy_trail_none()}</p>;
  return (
    <>
      <ul className="divide-y divide-border">
        {items.map(({ key, title, detail, matched, counts, href, note }) => (
          <li key={key} className="grid gap-1 py-3">
            {ticked ? (
              <label className="checkbox-row checkbox-row--top">
                <input
                  className="choice-input"
                  type="checkbox"
                  name="item"
                  value={key}
                  defaultChecked={ticked.includes(key)}
                />
                <i aria-hidden />
                <b>{title}</b>
              </label>
            ) : (
              <b>{title}</b>
            )}
            <p className="small wrap-anywhere">{detail}</p>
            <p className="small muted">
              {matched}
              {counts && ` · ${counts}`}
            </p>
            {note && <p className="small">{note}</p>}
            {href && (
              <p className="small">
                <Link to={href}>
                  {m.privacy_trail_open()}
                  <span className="sr-only"> ({title})</span>
                </Link>
              </p>
            )}
          </li>
        ))}
      </ul>
      {remains && (
        <p className="small mt-3">
          {m.privacy_trail_remains()} <span className="muted">{remains}</span>
        </p>
      )}
    </>
  );
}
