import { Heart } from "lucide-react";
import type { SubmitEvent } from "react";
import { useLocation } from "react-router";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { buttonClass } from "#ui/button.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { useSavedListings } from "./saved-listings.tsx";

/** "Save ad" and "Saved" of the listing's page. */
export function SaveButton({ listingId }: { listingId: string }) {
  const isSaved = useSavedListings().has(listingId);
  return (
    <SaveForm listingId={listingId}>
      <button
        type="submit"
        className={`${buttonClass({ look: isSaved ? "soft" : "ghost", block: true })} lp-save`}
        data-saved={isSaved || undefined}
      >
        <Heart className="ic" aria-hidden />
        {isSaved ? m.saved_listing_saved() : m.saved_listing_save()}
      </button>
    </SaveForm>
  );
}

/** The heart on a card. */
export function SaveHeart({ listingId, car }: { listingId: string; car: string }) {
  const isSaved = useSavedListings().has(listingId);
  return (
    <SaveForm listingId={listingId}>
      <button
        type="submit"
        className="save"
        aria-pressed={isSaved}
        aria-label={m.saved_listing_save_named({ car })}
      >
        <Heart className="ic" aria-hidden />
      </button>
    </SaveForm>
  );
}

/** A form of its own: it works without JavaScript, and leads a visitor to sign in and back. */
function SaveForm({ listingId, children }: { listingId: string; children: React.ReactNode }) {
  const { isSignedIn, has, toggle } = useSavedListings();
  const { pathname, search } = useLocation();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    if (!isSignedIn) return;
    event.preventDefault();
    toggle(listingId);
  };
  return (
    <form method="post" action={hrefIn(paths.savedListings())} onSubmit={submit}>
      <input type="hidden" name="listingId" value={listingId} />
      <input type="hidden" name="intent" value={has(listingId) ? "remove" : "save"} />
      <input type="hidden" name="returnTo" value={pathname + search} />
      {children}
    </form>
  );
}
