import { m } from "#messages/messages.js";
import { Button } from "#ui/button.tsx";

export function OfferNotLoaded({ onRetry }: { onRetry?: () => void }) {
  return (
    <div role="alert">
      <p>{m.sell_car_offer_not_loaded()}</p>
      {onRetry && (
        <Button variant="ghost" className="mt-4" onClick={onRetry}>
          {m.sell_car_offer_retry()}
        </Button>
      )}
    </div>
  );
}
