import { Flag, Printer, Share2 } from "lucide-react";
import type { ListingDetails } from "#domain/listing/listing-queries.server.ts";
import { formatListingTitle } from "#domain/listing/listing.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { Link } from "#ui/link.tsx";
import { useToast } from "#ui/toast.tsx";

/** Share, print, report: what people do with a page, and not with the car. */
export function ListingActions({ listing }: { listing: ListingDetails }) {
  const showToast = useToast();
  const share = async () => {
    const url = location.href.split("#")[0] ?? "";
    // A phone shows its own sheet; elsewhere the link goes to the clipboard.
    if (navigator.share && matchMedia("(pointer: coarse)").matches) {
      await navigator.share({ title: formatListingTitle(listing), url }).catch(() => undefined);
      return;
    }
    try {
      await navigator.clipboard.writeText(url);
      showToast({ message: m.listing_share_copied() });
    } catch {
      prompt(m.listing_share_link(), url);
    }
  };
  return (
    <div className="lp-acts">
      <button type="button" className="link with-script" onClick={() => void share()}>
        <Share2 className="ic s" aria-hidden />
        {m.listing_share()}
      </button>
      <button type="button" className="link with-script" onClick={() => print()}>
        <Printer className="ic s" aria-hidden />
        {m.listing_print()}
      </button>
      <Link to={paths.reportListing(listing.id)} className="link" rel="nofollow">
        <Flag className="ic s" aria-hidden />
        {m.listing_report()}
      </Link>
    </div>
  );
}
