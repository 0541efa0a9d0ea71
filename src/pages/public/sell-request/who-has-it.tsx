import { Printer } from "lucide-react";
import { Form } from "react-router";
import { useHydrated } from "#ui/use-hydrated.ts";
import { m } from "#messages/messages.js";
import { CommandButton } from "#pages/command/command-button.tsx";
import { paths } from "#site/paths.ts";
import { site } from "#site/site.ts";
import { Button, buttonClass } from "#ui/button.tsx";
import { command } from "#ui/command.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { signInHref } from "#ui/sign-in-href.ts";
import type { SellRequestPage, SellRequestPress } from "./sell-request.server.ts";

/**
 * The next steps and who has the answers, also for visitors who only know the reference; printable.
 */
export function WhoHasIt({ page }: { page: SellRequestPage }) {
  const { sale } = page;
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
          {!page.isSignedIn && (
            <p className="print:hidden">
              <a
                className={buttonClass()}
                href={signInHref(hrefIn(paths.sellRequest(page.reference)), "sign_in_needed")}
              >
                {m.sale_sign_in()}
              </a>
            </p>
          )}
        </>
      )}
      <h2>{m.form_journey_data_title()}</h2>
      <p>
        {whoHasIt(page)}{" "}
        {sale ? m.form_journey_rights() : m.form_journey_withdraw({ email: site.email })}
      </p>
      {sale?.isShared && !sale.offers.some(({ state }) => state === "accepted") && <StopSharing />}
      {isHydrated && (
        <Button className="mt-4 print:hidden" variant="ghost" {...command("print")}>
          <Printer className="icon" aria-hidden /> {m.form_journey_print()}
        </Button>
      )}
    </section>
  );
}

function whoHasIt({ dealerships, isShared }: SellRequestPage): string {
  if (dealerships === "") return m.form_journey_data_staff();
  return isShared
    ? m.sale_data_dealerships({ dealerships })
    : m.sale_data_no_longer({ dealerships });
}

/** To withdraw the consent is as easy as to give it. */
function StopSharing() {
  return (
    <details className="mt-4 print:hidden">
      <summary className="cursor-pointer font-semibold">{m.sale_stop_sharing()}</summary>
      <Form method="post" reloadDocument className="mt-3">
        <p className="mb-3">{m.sale_stop_sharing_text()}</p>
        <CommandButton<SellRequestPress> press="stop-sharing" variant="dark">
          {m.sale_stop_sharing_confirm()}
        </CommandButton>
      </Form>
    </details>
  );
}
