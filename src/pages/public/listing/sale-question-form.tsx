import { Form, useNavigation } from "react-router";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { paths } from "#site/paths.ts";
import { Button, buttonClass } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { questionWords, type SaleQuestion } from "./sale-question.ts";

/** What comes of the answer, the button that gives it, and the way back. */
export function SaleQuestionForm({
  question,
  onCancel,
}: {
  question: SaleQuestion;
  /** In the dialog: closes it. On the page a link leads back. */
  onCancel?: () => void;
}) {
  const { listingId, intent, from, bid } = question;
  const { consequences, submit } = questionWords(question, getLocale());
  const isBusy = useNavigation().state === "submitting";
  const back = from === "manage" ? paths.sellerListing(listingId) : paths.listing(listingId);
  return (
    <Form method="post" action={hrefIn(paths.answerBid(listingId))} reloadDocument>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="from" value={from} />
      {bid && <input type="hidden" name="bidId" value={bid.id} />}
      <ul className="list-disc pl-5 [&>li]:mb-2">
        {consequences.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button type="submit" look="dark" busy={isBusy}>
          {submit}
        </Button>
        {onCancel ? (
          <Button look="ghost" onClick={onCancel}>
            {m.bid_confirm_back()}
          </Button>
        ) : (
          <Link to={back} className={buttonClass({ look: "ghost" })}>
            {m.bid_confirm_back()}
          </Link>
        )}
      </div>
    </Form>
  );
}
