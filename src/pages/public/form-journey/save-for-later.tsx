import type { SubmitEvent } from "react";
import { m } from "#messages/messages.js";
import { CommandButton } from "#pages/command/command-button.tsx";

/** What became of the wish to come back later. */
export type SaveFormResult = { text: string; isError: boolean } | null;

/** The two commands by which a form is kept before it is sent. */
export const SAVE_FOR_LATER = "save-link";
export const AUTOSAVE = "save";

/** Whether a form is posted by the button below: only the server's own page can answer that. */
export function isSavingForLater({ nativeEvent }: SubmitEvent<HTMLFormElement>): boolean {
  const { submitter } = nativeEvent;
  return submitter instanceof HTMLButtonElement && submitter.value === SAVE_FOR_LATER;
}

/** A button of the form: what is typed goes along, also where no script runs. */
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
