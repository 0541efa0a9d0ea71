import { useCallback, useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { Dialog } from "#ui/dialog.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { Spinner } from "#ui/spinner.tsx";
import { Tabs } from "#ui/tabs.tsx";
import { VehicleOfferForm, VinOfferForm } from "./offer-form.tsx";
import { OfferNotLoaded } from "./offer-not-loaded.tsx";
import type { OfferViews } from "./offer.server.ts";
import { useVinOfferResult } from "./use-vin-offer-result.ts";

/**
 * The footer's modal (SPEC.md §2). Its forms are loaded when it opens, with the catalogue that no
 * other page needs, and are new each time, so that no earlier choice stays.
 */
export function OfferDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title={m.sell_car_offer_title()}>
      <OfferTabs onSent={onClose} />
    </Dialog>
  );
}

function OfferTabs({ onSent }: { onSent: () => void }) {
  const fetcher = useFetcher<OfferViews | null>();
  const { load } = fetcher;
  const ask = useCallback(() => void load(hrefIn(paths.offerRequest())), [load]);
  useEffect(ask, [ask]);
  const onVinResult = useVinOfferResult(onSent);
  const views = fetcher.data;
  const tabs = useRef<HTMLDivElement>(null);
  const isLoaded = Boolean(views);
  // The dialog opened before the forms had loaded, so the first field is focused now.
  useEffect(() => tabs.current?.querySelector("select")?.focus(), [isLoaded]);
  if (!views) {
    const hasFailed = views === null && fetcher.state === "idle";
    return hasFailed ? <OfferNotLoaded onRetry={ask} /> : <Waiting />;
  }
  return (
    <div ref={tabs}>
      <Tabs
        label={m.sell_car_offer_tabs()}
        tabs={[
          {
            value: "vehicle",
            label: m.sell_car_offer_vehicle(),
            content: <VehicleOfferForm idPrefix="offer-" view={views.vehicle} onLeave={onSent} />,
          },
          {
            value: "vin",
            label: m.sell_car_offer_vin(),
            content: <VinOfferForm idPrefix="offer-" view={views.vin} onResponse={onVinResult} />,
          },
        ]}
      />
    </div>
  );
}

function Waiting() {
  return (
    <div className="searching-overlay" role="status">
      <Spinner />
      {m.sell_car_offer_loading()}
    </div>
  );
}
