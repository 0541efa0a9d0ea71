import type { ReactNode } from "react";
import { SingleStepPage } from "#forms/page/step-layout.tsx";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { buttonClass } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";

/** A page with one form about a listing, and a link back to it. */
export function ListingFormPage(props: {
  title: string;
  listingId: string;
  lead?: ReactNode;
  children: ReactNode;
}) {
  return (
    <SingleStepPage title={props.title} lead={props.lead}>
      {props.children}
      <Link
        to={paths.listing(props.listingId)}
        className={`${buttonClass({ variant: "ghost" })} mt-5`}
      >
        {m.bid_back()}
      </Link>
    </SingleStepPage>
  );
}
