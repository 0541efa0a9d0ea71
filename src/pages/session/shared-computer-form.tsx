import type { SubmitEvent } from "react";
import { Form } from "react-router";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { readyToLeave } from "#ui/before-leaving.ts";
import { Button } from "#ui/button.tsx";
import { hrefIn } from "#ui/locale-href.ts";

/** One press: signed out, and nothing of whoever sat here is left in this browser. */
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

/** An answer that is being saved would begin a draft anew after they are gone. */
function leave(event: SubmitEvent<HTMLFormElement>): void {
  const form = event.currentTarget;
  event.preventDefault();
  void readyToLeave().then(() => {
    forgetStorage();
    form.submit();
  });
}

/** As the answer's `Clear-Site-Data` does, where the browser does not heed it. */
function forgetStorage(): void {
  try {
    localStorage.clear();
    sessionStorage.clear();
  } catch {
    // Storage is closed to the page: then nothing was stored there either.
  }
}
