import { data } from "react-router";
import { vinContactForm } from "#domain/sell-request/offer-request.form.ts";
import { giveContact, putVinOfferAway } from "#domain/sell-request/vin-offer.server.ts";
import { m } from "#messages/messages.js";
import { defineCommands, runCommand } from "#pages/command/commands.server.ts";
import { handleForm } from "#pages/form/handle-form.server.ts";
import { type PageArgs, redirectTo } from "#pages/session/guards.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";

const commands = defineCommands<{ reference: string }>()({
  contact: {
    run: ({ post }, { reference }) =>
      handleForm(vinContactForm, post, async ({ contact }) => {
        const result = await giveContact(post.visitor, { reference, contact });
        if (result.ok) return { ok: true };
        if (result.code === "not_found") throw data(null, { status: 404 });
        const { retryAfterSeconds } = result;
        const message = m.vin_offer_contact_too_many();
        return { ok: false, message, status: 429, retryAfterSeconds };
      }),
  },
  "put-away": {
    async run({ post: { visitor } }, { reference }) {
      await putVinOfferAway(visitor, reference);
      throw redirectTo(hrefIn(paths.home(), visitor.locale));
    },
  },
});
export type OfferSentPress = keyof typeof commands;

/** Stores the contact for the offer, or that it is not wanted any more. */
export function handleOfferSent(args: PageArgs & { params: { reference: string } }) {
  const { reference } = args.params;
  return runCommand(args, commands, { reference }, { otherwise: "contact" });
}
