import { formatListingTitle } from "#domain/listing/listing.ts";
import { m } from "#messages/messages.js";
import { ListingPicture } from "#pages/public/listing/listing-picture.tsx";
import type { SignInReason } from "./sign-in-reason.server.ts";

/** Why sign-in stands between the person and what they pressed; it is done right after. */
export function Reason({ reason }: { reason: SignInReason }) {
  return (
    <div className="card sign-in-reason">
      {reason.what !== "list" && (
        <ListingPicture listing={reason.listing} sizes="128px" isDecorative />
      )}
      <p>
        <b>{describe(reason)}</b>
        <span className="small muted">{m.account_sign_in_then()}</span>
      </p>
    </div>
  );
}

const WITH_A_CAR = {
  save: m.account_sign_in_to_save,
  bid: m.account_sign_in_to_bid,
  ask: m.account_sign_in_to_ask,
} as const;

function describe(reason: SignInReason): string {
  if (reason.what === "list") return m.account_sign_in_to_list();
  return WITH_A_CAR[reason.what]({ car: formatListingTitle(reason.listing) });
}
