import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { type SavedPost, TroublePage, TryAgain } from "./outage-page.tsx";

/**
 * The response to a post of a personal form if the session has ended. The page holds what was
 * typed, so it stays open while they sign in in another tab. It needs no script.
 */
export function SignedOutPage({ post }: { post: SavedPost | null }) {
  return (
    <TroublePage
      title={m.layout_signed_out_title()}
      text={m.layout_signed_out_text()}
      isOurFault={false}
      next={
        <div className="mt-2 flex flex-wrap items-center gap-3">
          <a
            className="button button--large"
            href={hrefIn(paths.signIn())}
            target="_blank"
            rel="noopener"
          >
            {m.layout_signed_out_sign_in()}
          </a>
          <TryAgain post={post} label={m.layout_signed_out_send()} />
        </div>
      }
    >
      {post && (
        <p className="notice notice--warn">
          <span>
            {m.layout_signed_out_kept()}
            {post.isPartial && <span className="block">{m.layout_outage_unkept()}</span>}
          </span>
        </p>
      )}
    </TroublePage>
  );
}
