import type { SubmitEvent } from "react";
import { Form } from "react-router";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { readyToLeave } from "#ui/before-leaving.ts";
import { Button } from "#ui/button.tsx";
import { hrefIn } from "#ui/locale-href.ts";

/** One button that signs out and leaves nothing of the person in this browser. */
export function SharedComputerForm({ className = "" }: { className?: string }) {
  return (
    <Form
      method="post"
      action={hrefIn(paths.sharedComputer())}
      reloadDocument
      className={`stack ${className}`}
      onSubmit={leave}
    >
      <div>
        <Button type="submit" variant="ghost" size="sm">
          {m.shared_computer_button()}
        </Button>
      </div>
      <p className="field-hint">{m.shared_computer_hint()}</p>
    </Form>
  );
}

/**
 * An autosave that ends after the sign-out would create a new draft, so this waits for it first.
 */
function leave(event: SubmitEvent<HTMLFormElement>): void {
  const form = event.currentTarget;
  event.preventDefault();
  void readyToLeave().then(() => {
    forgetStorage();
    form.submit();
  });
}

/** The same as the response's `Clear-Site-Data`, for browsers that ignore it. */
function forgetStorage(): void {
  try {
    localStorage.clear();
    sessionStorage.clear();
  } catch {
    // The page has no access to the storage: then nothing was stored in it either.
  }
}
