import { type ChangeEvent, type FocusEvent, useRef } from "react";
import { useFetcher } from "react-router";

type QuietSaving = {
  onBlur: (event: FocusEvent<HTMLFormElement>) => void;
  onChange: (event: ChangeEvent<HTMLFormElement>) => void;
};

/**
 * Keeps what was typed or chosen, a text when its field is left, so that a Change link, a switch of
 * language or a closed window loses nothing. It posts `intent=save` to the step.
 */
export function useQuietSaving(action: string): QuietSaving {
  const fetcher = useFetcher();
  const saved = useRef("");
  const save = (form: HTMLFormElement) => {
    const fields = new FormData(form);
    const typed = JSON.stringify([...fields]);
    if (typed === saved.current) return;
    saved.current = typed;
    fields.set("intent", "save");
    void fetcher.submit(fields, { method: "post", action, defaultShouldRevalidate: false });
  };
  return {
    onBlur(event) {
      if (!event.target.matches("input:not([name=verificationCode])")) return;
      // A button of the form sends everything itself.
      if (event.relatedTarget instanceof HTMLButtonElement) return;
      save(event.currentTarget);
    },
    onChange(event) {
      if (event.target.matches("select, [type=radio]")) save(event.currentTarget);
    },
  };
}
