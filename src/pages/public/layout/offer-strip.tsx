import { type ComponentType, type MouseEvent, useState } from "react";
import { createPortal } from "react-dom";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";

type Dialog = ComponentType<{ open: boolean; onClose: () => void }>;

/**
 * The footer's invitation to sell. Its button opens the offer dialog, which is fetched only then;
 * where no script runs, or the fetch fails, it leads to the same forms on their own page.
 */
export function OfferStrip() {
  const [OfferDialog, setDialog] = useState<Dialog | null>(null);
  const [isOpen, setOpen] = useState(false);
  const open = async (event: MouseEvent<HTMLButtonElement>) => {
    event.preventDefault();
    const { form } = event.currentTarget;
    try {
      const loaded = await import("#pages/public/sell-car/offer-dialog.tsx");
      setDialog(() => loaded.OfferDialog);
      setOpen(true);
    } catch {
      form?.submit();
    }
  };
  return (
    <>
      <form className="off" method="get" action={hrefIn(paths.offerRequest())}>
        <div>
          <h2>{m.layout_offer_title()}</h2>
          <p>{m.layout_offer_text()}</p>
        </div>
        <button className="btn white" aria-haspopup="dialog" onClick={open}>
          {m.layout_offer_button()}
        </button>
      </form>
      {/* Outside the footer, whose colours are not the dialog's. */}
      {OfferDialog &&
        createPortal(<OfferDialog open={isOpen} onClose={() => setOpen(false)} />, document.body)}
    </>
  );
}
