import { paths } from "#site/paths.ts";
import { leadOn, memberOf, type PageArgs } from "#pages/session/account-access.server.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { askForVerification } from "#domain/seller-verification/verification.server.ts";

/** The one thing that the list of listings takes: the wish to be verified. */
export async function answerVerificationPost(args: PageArgs): Promise<never> {
  const { user } = memberOf(args);
  const asked = await askForVerification(user);
  throw leadOn(
    `${hrefIn(paths.sellerListings())}?${asked ? "done=asked" : "failed=not_permitted"}`,
  );
}
