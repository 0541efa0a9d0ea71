import { paths } from "#site/paths.ts";
import { redirectTo, requireMember, type PageArgs } from "#pages/session/guards.server.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { askForVerification } from "#domain/seller-verification/verification.server.ts";

/** The one thing that the list of listings takes: the wish to be verified. */
export async function answerVerificationPost(args: PageArgs): Promise<never> {
  const { user } = requireMember(args);
  const asked = await askForVerification(user);
  throw redirectTo(
    `${hrefIn(paths.sellerListings())}?${asked ? "done=asked" : "failed=not_permitted"}`,
  );
}
