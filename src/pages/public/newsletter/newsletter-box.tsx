import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { addressLine, site } from "#site/site.ts";
import { Button } from "#ui/button.tsx";
import { hrefIn } from "#ui/locale-href.ts";

/**
 * The newsletter's box on the blog (SPEC.md §2). A plain form, because the loaders of its pages
 * know nothing of it; an invalid address is reported on the form's own page.
 */
export function NewsletterBox() {
  return (
    <section className="newsletter-box print:hidden" aria-labelledby="newsletter">
      <div>
        <h2 id="newsletter">{m.newsletter_box_title()}</h2>
        <p className="mt-2">{m.newsletter_box_text()}</p>
      </div>
      <form method="post" action={hrefIn(paths.newsletter())} noValidate>
        <div className="newsletter-box__row">
          <label htmlFor="newsletter-email">{m.newsletter_email_label()}</label>
          <input
            className="control"
            id="newsletter-email"
            name="email"
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            required
            aria-describedby="newsletter-consent"
          />
          <Button type="submit">{m.newsletter_button()}</Button>
        </div>
        <p id="newsletter-consent" className="fine-print mt-3">
          {newsletterConsent()}
        </p>
      </form>
    </section>
  );
}

/** The text beside the button, which is also stored (newsletter.form.ts). */
export function newsletterConsent(): string {
  return m.newsletter_consent({
    company: site.legalName,
    address: addressLine(),
    email: site.email,
  });
}
