import { Heart } from "lucide-react";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { Link } from "#ui/link.tsx";

/** The way to one's saved cars, with how many there are. */
export default function SavedLink({ saved }: { saved: number }) {
  return (
    <Link className="icon-button saved-link" to={paths.savedListings()}>
      <Heart className="icon" aria-hidden />
      <span className="sr-only">{m.saved_listing_title()}</span>
      {saved > 0 && <span className="saved-link__count figures">{saved}</span>}
    </Link>
  );
}
