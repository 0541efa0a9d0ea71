import { type ChangeEvent, type FocusEvent, useCallback, useEffect, useRef } from "react";
import { PRESS_CONTROL } from "#pages/command/press.ts";
import { delayLeaving } from "#ui/before-leaving.ts";
import { AUTOSAVE } from "./save-for-later.tsx";

type Autosave = {
  onBlur: (event: FocusEvent<HTMLFormElement>) => void;
  onChange: (event: ChangeEvent<HTMLFormElement>) => void;
};

/** A lost connection must not delay the next save for longer than this. */
const SAVING_TIMEOUT_MS = 10_000;

/**
 * Saves what was typed or chosen (a text when its field loses the focus), so that a Change link, a
 * switch of language or a closed window loses nothing. It posts the command `AUTOSAVE` to the step.
 * It does not use a fetcher: when a fetcher's response arrives, the router ends the current
 * navigation with the data of the page that is being left. So the step's action is called past the
 * router, at the address that the router's scripts use. The response is not needed; after a failed
 * save the next one, or Next, sends everything.
 */
export function useAutosave(action: string): Autosave {
  const saved = useRef("");
  const isUnderWay = useRef(false);
  const waiting = useRef<URLSearchParams | null>(null);

  const send = useCallback(
    (first: URLSearchParams) => {
      const sendInTurn = async () => {
        isUnderWay.current = true;
        for (let body: URLSearchParams | null = first; body; body = waiting.current) {
          waiting.current = null;
          if (!(await postSaving(action, body))) saved.current = "";
        }
        isUnderWay.current = false;
      };
      delayLeaving(sendInTurn());
    },
    [action],
  );

  useEffect(() => {
    const flush = () => {
      if (waiting.current) send(waiting.current);
    };
    addEventListener("pagehide", flush);
    return () => removeEventListener("pagehide", flush);
  }, [send]);

  const save = (form: HTMLFormElement) => {
    const fields = new FormData(form);
    fields.set(PRESS_CONTROL, AUTOSAVE);
    const body = new URLSearchParams();
    for (const [name, value] of fields) if (typeof value === "string") body.append(name, value);
    const typed = body.toString();
    if (typed === saved.current) return;
    saved.current = typed;
    // One after the other, so that none overtakes a newer one; only the newest waits.
    if (isUnderWay.current) waiting.current = body;
    else send(body);
  };
  return {
    onBlur(event) {
      if (!event.target.matches("input:not([name=verificationCode], [type=checkbox]), textarea"))
        return;
      // A consent is given by sending the form, not by ticking: a checkbox alone is never saved.
      // A button of the form posts everything itself.
      if (event.relatedTarget instanceof HTMLButtonElement) return;
      save(event.currentTarget);
    },
    onChange(event) {
      if (event.target.matches("select, [type=radio]")) save(event.currentTarget);
    },
  };
}

/** Returns whether it arrived; it is sent even if the window closes meanwhile. */
async function postSaving(action: string, body: URLSearchParams): Promise<boolean> {
  const signal = AbortSignal.timeout(SAVING_TIMEOUT_MS);
  const init = { method: "POST", body, keepalive: true, signal };
  return fetch(action.replace(/(?=\?|$)/u, ".data"), init).then(
    () => true,
    () => false,
  );
}
