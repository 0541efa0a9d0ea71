import { useCallback } from "react";
import { useNavigate } from "react-router";
import { m } from "#messages/messages.js";
import { paths } from "#paths.ts";
import type { PostAnswer } from "#storefront/form-journey/post-answer.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { useToast } from "#ui/toast.tsx";
import { offerEchoPath } from "./offer-echo-path.ts";

const stays = () => {};

type OnAnswer = (answer: PostAnswer, form: HTMLFormElement) => void;

/** Where each tab leads after the commit (SPEC.md §4): the car on to the sell journey, the VIN home. */
export function useOfferAnswers(onSent = stays): { vehicle: OnAnswer; vin: OnAnswer } {
  const navigate = useNavigate();
  const showToast = useToast();
  const vehicle: OnAnswer = useCallback(
    (answer, form) => {
      if (answer.kind !== "sent") return;
      const fields = new FormData(form);
      onSent();
      void navigate(hrefIn(offerEchoPath(answer.reference, (name) => textOf(fields.get(name)))));
    },
    [navigate, onSent],
  );
  const vin: OnAnswer = useCallback(
    (answer) => {
      if (answer.kind !== "sent") return;
      showToast({ message: m.sell_car_offer_success() });
      onSent();
      void navigate(hrefIn(paths.home()));
    },
    [navigate, onSent, showToast],
  );
  return { vehicle, vin };
}

function textOf(value: FormDataEntryValue | null): string {
  return typeof value === "string" ? value : "";
}
