import { m } from "#messages/messages.js";
import { ConversationMessages } from "./conversation.tsx";
import { latestView, PageForm } from "#pages/form/page-form.tsx";
import type { FormResult } from "#forms/view-model.ts";
import { paths } from "#site/paths.ts";
import { buttonClass } from "#ui/button.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { signInHref } from "#ui/sign-in-href.ts";
import type { DealPage } from "./deal.server.ts";

type Thread = NonNullable<DealPage["thread"]>;

/** The messages between the two sides: their conversation about the car. */
export function DealThread({ thread, result }: { thread: Thread; result: FormResult | undefined }) {
  const { messages, isBlocked, otherName, access } = thread;
  return (
    <section className="card p-6" aria-labelledby="thread-title">
      <h2 id="thread-title" className="text-h3">
        {m.deal_thread_title({ name: otherName || m.deal_seller_unnamed() })}
      </h2>
      {messages.length > 0 ? (
        <ConversationMessages messages={messages} />
      ) : (
        access === "open" && <p className="muted mt-1">{m.deal_thread_none()}</p>
      )}
      {access === "sign_in" && (
        <>
          <p className="mt-2 mb-3 wrap-anywhere">
            {m.deal_thread_sign_in({ email: thread.signInEmail ?? "" })}
          </p>
          <a
            className={buttonClass({ variant: "ghost" })}
            href={signInHref(hrefIn(paths.deal(thread.reference)), "sign_in_needed")}
          >
            {m.deal_thread_sign_in_link()}
          </a>
        </>
      )}
      {access === "no_account" && <p className="mt-2">{m.deal_thread_no_account()}</p>}
      {access === "open" &&
        (isBlocked ? (
          <p className="notice notice--warn mt-4">{m.inquiry_reason_blocked()}</p>
        ) : (
          <PageForm
            key={messages.length}
            view={latestView(result, thread.view)}
            submit={m.inquiry_send()}
            variant="dark"
            className="mt-4"
          />
        ))}
    </section>
  );
}
