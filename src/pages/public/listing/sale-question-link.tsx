import { type MouseEvent, useState } from "react";
import { getLocale } from "#messages/runtime.js";
import { paths } from "#site/paths.ts";
import { buttonClass } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Link } from "#ui/link.tsx";
import { SaleQuestionForm } from "./sale-question-form.tsx";
import { questionWords, type SaleQuestion } from "./sale-question.ts";

type SaleQuestionLinkProps = {
  question: SaleQuestion;
  label: string;
  look: "soft" | "ghost" | "dark";
  size?: "sm";
};

/** Asks before it is done: in a dialog, or on a page of its own where no script runs. */
export function SaleQuestionLink({ question, label, look, size }: SaleQuestionLinkProps) {
  const [isOpen, setOpen] = useState(false);
  const { listingId, intent, from, bid } = question;
  const query = new URLSearchParams({ intent, from, ...(bid ? { bid: bid.id } : {}) });
  const ask = (event: MouseEvent) => {
    // A press that opens another window is the browser's own.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    setOpen(true);
  };
  return (
    <>
      <Link
        to={`${paths.answerBid(listingId)}?${query}`}
        className={buttonClass({ look, size })}
        onClick={ask}
        aria-haspopup="dialog"
        rel="nofollow"
      >
        {label}
      </Link>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={questionWords(question, getLocale()).title}
      >
        <SaleQuestionForm question={question} onCancel={() => setOpen(false)} />
      </Dialog>
    </>
  );
}
