import { useCallback } from "react";
import { useNavigate } from "react-router";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import type { PostResponse } from "#pages/public/form-journey/post-response.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { useToast } from "#ui/toast.tsx";

const stays = () => {};

/** After the VIN is stored, redirects to the home page with the message of SPEC.md §8. */
export function useVinOfferResult(onSent = stays): (result: PostResponse) => void {
  const navigate = useNavigate();
  const showToast = useToast();
  return useCallback(
    (result) => {
      if (result.kind !== "sent") return;
      showToast({ message: m.sell_car_offer_success() });
      onSent();
      void navigate(hrefIn(paths.home()));
    },
    [navigate, onSent, showToast],
  );
}
