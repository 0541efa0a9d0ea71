import { Link2, Mail, Printer, Share2 } from "lucide-react";
import { m } from "#messages/messages.js";
import { useToast } from "#ui/toast.tsx";
import { NEEDS_SCRIPT } from "#ui/script-on-demand.ts";

/**
 * Ways to pass an article on. The networks are plain links: nothing of theirs loads here, and they
 * learn of the visit when one is pressed.
 */
export function ShareLinks({ title, url }: { title: string; url: string }) {
  const showToast = useToast();
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => showToast({ message: m.blog_share_copied() }),
      // A browser may want a press of this very moment, and the script was on its way until now.
      () => showToast({ message: m.blog_share_copy_failed(), tone: "bad" }),
    );
  // Rejects where the person closes the system's sheet, which is no fault.
  const share = () => navigator.share({ title, url }).catch(() => undefined);
  return (
    <section className="share-links print:hidden" aria-labelledby="share">
      <h2 id="share">{m.blog_share()}</h2>
      <ul>
        <li className="with-script with-share">
          <button type="button" onClick={share} {...NEEDS_SCRIPT}>
            <Share2 className="icon" aria-hidden />
            {m.blog_share_native()}
          </button>
        </li>
        <li className="with-script">
          <button type="button" onClick={copy} {...NEEDS_SCRIPT}>
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
          <button type="button" onClick={() => window.print()} {...NEEDS_SCRIPT}>
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

/** With %20 for a space: mail programs show the plus signs of URLSearchParams. */
function query(fields: Record<string, string>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&");
}
