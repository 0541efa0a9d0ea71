import { Printer } from "lucide-react";
import { useHydrated } from "#forms/use-hydrated.ts";
import { m } from "#messages/messages.js";
import { paths } from "#paths.ts";
import { site } from "#site.ts";
import { Button, buttonClass } from "#ui/button.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import type { SalePage } from "./sale-page.server.ts";

/** What follows and who has the answers, also for whoever only knows the reference; printable. */
export function WhoHasIt({ page }: { page: SalePage }) {
  const { dealerships, sale } = page;
  const isHydrated = useHydrated();
  return (
    <section className="prose">
      {!sale && (
        <>
          <h2>{m.form_journey_next_title()}</h2>
          <ol>
            <li>{m.sale_next_choose()}</li>
            <li>{m.sale_next_compare()}</li>
            <li>{m.sale_next_settle()}</li>
          </ol>
          <p>{m.sale_whose_page()}</p>
          <p className="print:hidden">
            <a
              className={buttonClass()}
              href={`${hrefIn(paths.signIn())}?${new URLSearchParams({
                returnTo: hrefIn(paths.saleRequest(page.reference)),
              })}`}
            >
              {m.sale_sign_in()}
            </a>
          </p>
        </>
      )}
      <h2>{m.form_journey_data_title()}</h2>
      <p>
        {dealerships ? m.sale_data_dealerships({ dealerships }) : m.form_journey_data_staff()}{" "}
        {m.form_journey_withdraw({ email: site.email })}
      </p>
      {isHydrated && (
        <Button className="mt-4 print:hidden" look="ghost" onClick={() => window.print()}>
          <Printer className="ic" aria-hidden /> {m.form_journey_print()}
        </Button>
      )}
    </section>
  );
}
