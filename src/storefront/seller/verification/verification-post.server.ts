import { paths } from "#paths.ts";
import { leadOn, memberOf, type PageArgs } from "#storefront/account/account-access.server.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { askForVerification } from "./verification.server.ts";

/** The one thing that the list of listings takes: the wish to be verified. */
export async function answerVerificationPost(args: PageArgs): Promise<never> {
  const { user } = memberOf(args);
  const asked = await askForVerification(user);
  throw leadOn(
    `${hrefIn(paths.sellerListings())}?${asked ? "done=asked" : "failed=not_permitted"}`,
  );
}
