import { Link2, Mail, Printer, Share2 } from "lucide-react";
import { m } from "#messages/messages.js";
import { command } from "#ui/command.ts";

const STATUS_ID = "share-status";

/**
 * Ways to share an article. The networks are plain links: nothing of theirs is loaded here, and
 * they learn of the visit only on a click.
 */
export function ShareLinks({ title, url }: { title: string; url: string }) {
  const copy = {
    url,
    status: STATUS_ID,
    done: m.blog_share_copied(),
    failed: m.blog_share_copy_failed(),
  };
  return (
    <section className="share-links print:hidden" aria-labelledby="share">
      <h2 id="share">{m.blog_share()}</h2>
      <ul>
        <li className="with-script with-share">
          <button type="button" {...command("share", { title, url })}>
            <Share2 className="icon" aria-hidden />
            {m.blog_share_native()}
          </button>
        </li>
        <li className="with-script">
          <button type="button" {...command("copy", copy)}>
            <Link2 className="icon" aria-hidden />
            {m.blog_share_copy()}
          </button>
        </li>
        <li>
          <a href={`mailto:?${query({ subject: title, body: url })}`}>
            <Mail className="icon" aria-hidden />
            {m.blog_share_mail()}
          </a>
        </li>
        <li className="with-script">
          <button type="button" {...command("print")}>
            <Printer className="icon" aria-hidden />
            {m.blog_print()}
          </button>
        </li>
        {networks(title, url).map(({ name, href }) => (
          <li key={name}>
            <a
              href={href}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={m.blog_share_on({ network: name })}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
      {/* The result of the copy, until another article is shown. */}
      <p key={url} id={STATUS_ID} className="share-links__status" role="status" />
    </section>
  );
}

function networks(title: string, url: string) {
  return [
    { name: "Facebook", href: `https://www.facebook.com/sharer/sharer.php?${query({ u: url })}` },
    {
      name: "LinkedIn",
      href: `https://www.linkedin.com/sharing/share-offsite/?${query({ url })}`,
    },
    { name: "X", href: `https://x.com/intent/post?${query({ text: title, url })}` },
    { name: "WhatsApp", href: `https://wa.me/?${query({ text: `${title} ${url}` })}` },
  ];
}

/** Spaces as %20: mail programs show the plus signs of URLSearchParams. */
function query(fields: Record<string, string>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&");
}
