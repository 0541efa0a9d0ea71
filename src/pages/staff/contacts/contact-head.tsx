import { type ReactNode, useId } from "react";
import { m } from "#messages/messages.js";
import { Link } from "#ui/link.tsx";
import type { ContactView } from "./contact.server.ts";

/** Who the person is and how they are reached. */
export function ContactHead(props: {
  contact: ContactView["contact"];
  accounts?: ContactView["accounts"];
  heading?: "h1" | "h2";
  /** What somebody beside them has as well: an address or a number. */
  alike?: readonly string[];
  children?: ReactNode;
}) {
  const { contact, accounts = [], heading: Heading = "h1", alike = [], children } = props;
  const { name, initials, otherNames, emails, phones, facts } = contact;
  const id = useId();
  return (
    <section className="card grid content-start gap-4 p-6" aria-labelledby={id}>
      <div className="flex items-center gap-4">
        <span className="desk-avatar size-14 bg-red text-lg" aria-hidden>
          {initials}
        </span>
        <div className="min-w-0">
          <Heading id={id} className="text-h2 wrap-anywhere">
            {name}
          </Heading>
          {otherNames && (
            <p className="small muted wrap-anywhere">
              {m.contact_also_known({ names: otherNames })}
            </p>
          )}
          <p className="small muted">{facts}</p>
        </div>
      </div>
      <ul className="grid gap-1">
        {phones.map(({ number, text, isVerified }) => (
          <li key={number} className="flex flex-wrap items-center gap-2">
            <a className="figures inline-block py-1" href={`tel:${number}`}>
              {text}
            </a>
            <Same isShown={alike.includes(number)} />
            <span className={`chip ${isVerified ? "chip--ok" : "chip--warn"}`}>
              {isVerified ? m.staff_phone_verified() : m.staff_phone_not_verified()}
            </span>
          </li>
        ))}
        {emails.map(({ address, isConfirmed }) => (
          <li key={address} className="flex flex-wrap items-center gap-2">
            <a className="inline-block py-1 wrap-anywhere" href={`mailto:${address}`}>
              {address}
            </a>
            <Same isShown={alike.includes(address)} />
            {isConfirmed && <span className="chip chip--ok">{m.staff_email_confirmed()}</span>}
          </li>
        ))}
        {accounts.map(({ text, href }) => (
          <li key={text} className="small muted py-1 wrap-anywhere">
            {m.contact_accounts()}: {href ? <Link to={href}>{text}</Link> : text}
          </li>
        ))}
      </ul>
      {children}
    </section>
  );
}

function Same({ isShown }: { isShown: boolean }) {
  return isShown && <span className="chip chip--info">{m.contact_pair_same()}</span>;
}
