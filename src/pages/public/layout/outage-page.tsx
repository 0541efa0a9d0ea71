import { RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { site } from "#site/site.ts";
import { formatPhone } from "#values/format.ts";

/** A form that was posted but not processed, to be posted again. */
export type SavedPost = {
  action: string;
  fields: readonly (readonly [name: string, value: string])[];
  /** A part of the post, such as a file, is not among the fields. */
  isPartial: boolean;
};

/**
 * Shown in place of a page while the database is down or the disk is full. It needs neither, nor a
 * script: its form holds what was typed until it can be sent again.
 */
export function OutagePage({ isFull, post }: { isFull: boolean; post: SavedPost | null }) {
  const title = isFull ? m.layout_full_title() : m.layout_outage_title();
  return (
    <TroublePage
      title={title}
      text={isFull ? m.layout_full_text() : m.layout_outage_text()}
      next={
        <div className="mt-2">
          <TryAgain post={post} />
        </div>
      }
    >
      {post && (
        <p className="notice notice--warn">
          <span>
            {m.layout_outage_kept()}
            {post.isPartial && <span className="block">{m.layout_outage_unkept()}</span>}
          </span>
        </p>
      )}
    </TroublePage>
  );
}

/** What happened, `children` about the person's answers, whom to contact, and what to do next. */
export function TroublePage({
  title,
  text,
  children,
  next,
  isOurFault = true,
}: {
  title: string;
  text: string;
  children: ReactNode;
  next: ReactNode;
  /** If false, no contact is shown. */
  isOurFault?: boolean;
}) {
  return (
    <section className="page">
      <div className="page-width">
        <title>{`${title} · ${site.name}`}</title>
        <div className="page-head">
          <h1>{title}</h1>
          <p>{text}</p>
        </div>
        <div className="stack max-w-[46em]">
          {children}
          {isOurFault && (
            <p>
              {m.layout_error_next({
                phone: formatPhone(site.phone, getLocale()),
                email: site.email,
              })}
            </p>
          )}
          {next}
        </div>
      </div>
    </section>
  );
}

export function TryAgain({
  post,
  label = m.layout_error_retry(),
}: {
  post: SavedPost | null;
  label?: string;
}) {
  const words = (
    <>
      <RotateCw className="icon" aria-hidden />
      {label}
    </>
  );
  if (!post) {
    return (
      // oxlint-disable-next-line jsx-a11y/anchor-is-valid -- the empty address is this page, without a script
      <a className="button button--large" href="">
        {words}
      </a>
    );
  }
  return (
    <form method="post" action={post.action}>
      {post.fields.map(([name, value], index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a name may come twice; the order is fixed
        <input key={`${name} ${index}`} type="hidden" name={name} value={value} />
      ))}
      <button className="button button--large" type="submit">
        {words}
      </button>
    </form>
  );
}
