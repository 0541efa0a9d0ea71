import { useEffect, useState } from "react";
import { isRouteErrorResponse } from "react-router";
import { m } from "#messages/messages.js";
import { pictureSources } from "#packages/car-illustration/picture-address";
import { paths } from "#site/paths.ts";
import { site } from "#site/site.ts";
import { Link } from "#ui/link.tsx";
import { Picture } from "#ui/picture.tsx";
import { findFailedPost, forgetFailedPost } from "./failed-post.ts";
import { OutagePage, TroublePage, TryAgain } from "./outage-page.tsx";
import { SignedOutPage } from "./signed-out-page.tsx";

/** Says what happened, whether the person's answers are safe, and what to do now. */
export function ErrorPage({ text }: { text: string | null }) {
  const post = useFailedPost();
  const [isOffline] = useState(() => typeof navigator === "object" && navigator.onLine === false);
  const title = isOffline ? m.layout_offline_title() : m.layout_error_title();
  return (
    <TroublePage
      title={title}
      text={isOffline ? m.layout_offline_text() : m.layout_error_text()}
      next={
        <div className="flex items-center gap-3 mt-2 flex-wrap">
          <TryAgain post={post} />
          <Link className="button button--ghost button--large" to={paths.home()}>
            {m.layout_not_found_home()}
          </Link>
        </div>
      }
    >
      {text && (
        <p className="notice notice--bad">
          <span>
            {m.layout_error_said()} {text}
          </span>
        </p>
      )}
      <p>{post ? m.layout_outage_kept() : m.layout_error_answers()}</p>
    </TroublePage>
  );
}

/** Only in the browser, and only for this failure: a later error page is about something else. */
function useFailedPost() {
  const [post] = useState(findFailedPost);
  useEffect(forgetFailedPost, []);
  return post;
}

/** What a browser shows if the router requested data that the server could not read or store. */
function Outage({ body }: { body: unknown }) {
  const isFull = typeof body === "string" && body.includes("storage_full");
  return <OutagePage isFull={isFull} post={useFailedPost()} />;
}

function SignedOut() {
  return <SignedOutPage post={useFailedPost()} />;
}

const LEAVING = {
  body: "Hatchback",
  colour: "Red",
  trim: "Sport",
  seed: "nf-0",
  cutOut: true,
} as const;

/** SPEC §2: the sentence, a large 404 and a link to the home page; or what the server says. */
export function NotFound({ said }: { said?: { title: string; message: string } | null }) {
  const title = said?.title ?? m.layout_not_found_title();
  return (
    <section className="not-found">
      <div className="page-width">
        <title>{`${title} · ${site.name}`}</title>
        <div className="not-found__number">
          <span className="sr-only">404</span>
        </div>
        <Picture
          source={pictureSources(LEAVING, [480, 720, 960])}
          alt={m.layout_not_found_picture()}
          sizes="(min-width: 660px) 620px, 94vw"
          priority
        />
        <h1>{title}</h1>
        <p className="muted">{said?.title ? said.message : m.layout_not_found_text()}</p>
        <div className="flex items-center gap-3 flex-wrap justify-center">
          <Link className="button button--large" to={paths.home()}>
            {m.layout_not_found_home()}
          </Link>
        </div>
      </div>
    </section>
  );
}

/**
 * A car that was listed before: its address was right, so the page does not suggest a typing
 * mistake.
 */
function Gone() {
  return (
    <section className="not-found">
      <div className="page-width">
        <title>{`${m.layout_gone_title()} · ${site.name}`}</title>
        <meta name="robots" content="noindex" />
        <Picture
          source={pictureSources(LEAVING, [480, 720, 960])}
          alt={m.layout_not_found_picture()}
          sizes="(min-width: 660px) 620px, 94vw"
          priority
        />
        <h1>{m.layout_gone_title()}</h1>
        <p className="muted">{m.layout_gone_text()}</p>
        <div className="flex items-center gap-3 flex-wrap justify-center">
          <Link className="button button--large" to={paths.cars()}>
            {m.layout_gone_cars()}
          </Link>
          <Link className="button button--ghost button--large" to={paths.home()}>
            {m.layout_not_found_home()}
          </Link>
        </div>
      </div>
    </section>
  );
}

/** For a signed-in user without the permission. */
function NotPermitted() {
  return (
    <TroublePage
      title={m.layout_not_permitted_title()}
      text={m.layout_not_permitted_text()}
      next={
        <div className="flex items-center gap-3 mt-2 flex-wrap">
          <Link className="button button--large" to={paths.signIn()}>
            {m.layout_not_permitted_other()}
          </Link>
          <Link className="button button--ghost button--large" to={paths.home()}>
            {m.layout_not_found_home()}
          </Link>
        </div>
      }
    >
      {null}
    </TroublePage>
  );
}

/** Shown in place of a page that could not be made. */
export function RouteError({ error }: { error: unknown }) {
  if (isRouteErrorResponse(error) && error.status === 401) return <SignedOut />;
  if (isRouteErrorResponse(error) && error.status === 403) return <NotPermitted />;
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound said={error.data} />;
  if (isRouteErrorResponse(error) && error.status === 410) return <Gone />;
  if (isRouteErrorResponse(error) && error.status === 503) return <Outage body={error.data} />;
  return <ErrorPage text={speakableText(error)} />;
}

/**
 * The text of an error that was written for visitors: `throw data({ message }, { status })`.
 * The text of any other error may show internals, and only developers see it.
 */
export function speakableText(error: unknown): string | null {
  if (isRouteErrorResponse(error)) {
    const { message } = (error.data ?? {}) as { message?: unknown };
    return typeof message === "string" ? message : null;
  }
  return import.meta.env.DEV && error instanceof Error ? error.message : null;
}
