import { CircleAlert, MessageCircle, Phone, ShieldCheck } from "lucide-react";
import { type SubmitEvent, useState } from "react";
import { licenceLabel } from "#domain/dealership/licence-label.ts";
import type { ListingDetails } from "#domain/listing/listing-queries.server.ts";
import { formatCarName } from "#values/car-name.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { sends } from "#pages/command/press.ts";
import { paths } from "#site/paths.ts";
import { isOffered } from "#site/site.ts";
import { Button, buttonClass } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { formatPhone } from "#values/format.ts";
import { initials } from "#values/person-name.ts";
import type { ListingPress } from "./listing.server.ts";

/** The result of "Show number": the number, that it is not available now, or nothing yet. */
export type PhoneRevealResult =
  | { phone: string }
  | { refusal: "too_many"; minutes: number }
  | { refusal: "failed" }
  | null;

type SellerCardProps = {
  listing: ListingDetails;
  viewerEmail: string | null;
  /** The result of the page's own form, without script. */
  phoneResult: PhoneRevealResult;
};

/** The seller: photo or initials, name, whether they are verified, and the number on request. */
export function SellerCard({
  listing,
  viewerEmail,
  phoneResult,
  isAskable,
}: SellerCardProps & {
  /** The car is for sale, and not the viewer's own. */
  isAskable: boolean;
}) {
  const location = m.listing_place({ city: listing.city, province: listing.provinceCode });
  return (
    <section className="card seller-card" aria-labelledby="seller">
      {listing.sellerPhoto ? (
        <img
          className="seller-card__avatar"
          src={listing.sellerPhoto}
          width={52}
          height={52}
          alt={m.listing_seller_photo({ name: listing.sellerName })}
        />
      ) : (
        <span className="seller-card__avatar" aria-hidden>
          {initials(listing.sellerName)}
        </span>
      )}
      <div className="flex-1 min-w-0">
        <h2 id="seller" className="text-base">
          {listing.sellerName}
        </h2>
        <p className="fine-print muted">
          {listing.isDealer ? m.listing_dealer_title() : m.listing_seller_title()} · {location}
        </p>
        {listing.licence && (
          <p className="fine-print muted figures wrap-anywhere">
            {licenceLabel(listing.licence, getLocale())}
          </p>
        )}
        <VerificationBadge isVerified={listing.isSellerVerified} />
      </div>
      <div className="seller-card__contact w-full">
        {listing.hasPhone ? (
          <ShowNumber listing={listing} viewerEmail={viewerEmail} phoneResult={phoneResult} />
        ) : (
          <p className="small muted">{m.listing_no_number()}</p>
        )}
        {isAskable && (
          <Link
            className={buttonClass({ variant: "ghost", size: "sm" })}
            to={paths.askSeller(listing.id)}
            rel="nofollow"
          >
            <MessageCircle className="icon size-4" aria-hidden />
            {m.inquiry_ask()}
          </Link>
        )}
        {isOffered("call_back") && (
          <Link
            className="small seller-card__call-back"
            to={`${paths.callBack()}?${new URLSearchParams({ subject: `${formatCarName(listing)}, ${location}` })}`}
          >
            {m.listing_call_back()}
          </Link>
        )}
      </div>
    </section>
  );
}

/** SPEC.md §2: "{status} member", green where verified, else red; with an icon and words as well. */
function VerificationBadge({ isVerified }: { isVerified: boolean }) {
  const Icon = isVerified ? ShieldCheck : CircleAlert;
  return (
    <span className={isVerified ? "chip chip--ok mt-1" : "chip chip--bad mt-1"}>
      <Icon className="icon size-4" aria-hidden />
      {isVerified ? m.listing_seller_verified() : m.listing_seller_unverified()}
    </span>
  );
}

function ShowNumber({ listing, viewerEmail, phoneResult }: SellerCardProps) {
  const [outcome, setResult] = useState<PhoneRevealResult>(null);
  const [isAsking, setAsking] = useState(false);
  const result = outcome ?? phoneResult;
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    // A visitor's form post is counted by IP address; a member uses the API call, with their token.
    if (viewerEmail === null) return;
    event.preventDefault();
    setAsking(true);
    setResult(await askForNumber(listing.id, viewerEmail));
    setAsking(false);
  };
  if (result && "phone" in result) {
    return (
      <span role="status">
        <a
          className={`${buttonClass({ variant: "ghost", size: "sm" })} figures`}
          href={`tel:${result.phone}`}
        >
          <Phone className="icon size-4" aria-hidden />
          {formatPhone(result.phone, getLocale())}
        </a>
      </span>
    );
  }
  return (
    <form method="post" action={`${hrefIn(paths.listing(listing.id))}#seller`} onSubmit={submit}>
      <input type="hidden" {...sends<ListingPress>("show-number")} />
      <Button type="submit" variant="ghost" size="sm" busy={isAsking}>
        {!isAsking && <Phone className="icon size-4" aria-hidden />}
        {isAsking ? m.listing_show_number_loading() : m.listing_show_number()}
      </Button>
      {result && (
        <p className="field-error mt-2" role="alert">
          <CircleAlert className="icon size-4" aria-hidden />
          {result.refusal === "too_many"
            ? m.listing_too_many_numbers({ minutes: result.minutes })
            : m.listing_number_failed()}
        </p>
      )}
    </form>
  );
}

/** The script of the calls is only loaded by a member who asks. */
async function askForNumber(listingId: string, email: string): Promise<PhoneRevealResult> {
  const { call, SignedOut } = await import("#ui/call.ts");
  try {
    const result = await call(`/singleListing/${listingId}`, { email });
    if (result.status === 429) {
      const seconds = Number(result.headers.get("retry-after")) || 60;
      return { refusal: "too_many", minutes: Math.ceil(seconds / 60) };
    }
    const { sellerPhone } = (await result.json()) as { sellerPhone?: string | null };
    return sellerPhone ? { phone: sellerPhone } : { refusal: "failed" };
  } catch (error) {
    if (error instanceof SignedOut) return null;
    return { refusal: "failed" };
  }
}
