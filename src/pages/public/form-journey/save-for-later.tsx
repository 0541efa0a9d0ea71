import type { SubmitEvent } from "react";
import { m } from "#messages/messages.js";
import { CommandButton } from "#pages/command/command-button.tsx";

/** The result of saving a form for later. */
export type SaveFormResult = { text: string; isError: boolean } | null;

/** The two commands that save a form before it is sent. */
export const SAVE_FOR_LATER = "save-link";
export const AUTOSAVE = "save";

/**
 * Whether the button below posts the form: only a page of the server can be the response to that.
 */
export function isSavingForLater({ nativeEvent }: SubmitEvent<HTMLFormElement>): boolean {
  const { submitter } = nativeEvent;
  return submitter instanceof HTMLButtonElement && submitter.value === SAVE_FOR_LATER;
}

/** A button of the form, so that everything typed is posted, also without a script. */
export function SaveForLater({
  saveHref,
  saved = null,
}: {
  saveHref: string;
  saved?: SaveFormResult;
}) {
  return (
    <div className="mt-6 border-t border-border pt-5" id="save-for-later">
      <CommandButton
        press={SAVE_FOR_LATER}
        variant="ghost"
        formAction={`${saveHref}#save-for-later`}
        formNoValidate
      >
        {m.saved_form_save()}
      </CommandButton>
      <p className="field-hint mt-2">{m.saved_form_save_hint()}</p>
      <div role="status" aria-live="polite">
        {saved && (
          <p className={saved.isError ? "notice notice--bad mt-3" : "notice notice--ok mt-3"}>
            {saved.text}
          </p>
        )}
      </div>
    </div>
  );
}
