import { m } from "#messages/messages.js";
import { paths } from "#paths.ts";
import { Link } from "#ui/link.tsx";

/** The footer's invitation to sell. */
export function OfferStrip() {
  return (
    <div className="off">
      <div>
        <h2>{m.layout_offer_title()}</h2>
        <p>{m.layout_offer_text()}</p>
      </div>
      <Link className="btn white" to={paths.offerRequest()}>
        {m.layout_offer_button()}
      </Link>
    </div>
  );
}
