import { bidMessages } from "#domain/bid/bid-messages.server.ts";
import { documentMessages } from "#domain/document/request-documents.server.ts";
import { sealedViewMessages } from "#domain/lead/sealed-view.server.ts";
import { administratorMessages } from "#domain/identity/administrators.server.ts";
import { accountMessages } from "#domain/identity/account-messages.server.ts";
import { leadMessages } from "#domain/lead/lead-messages.server.ts";
import { prepareInvitation } from "#domain/credit-application/co-applicant.server.ts";
import { jointApplicationMessages } from "#domain/credit-application/joint-application.server.ts";
import { prepareDraftLink } from "#domain/draft/draft-link.server.ts";
import { findLeadForm } from "#domain/lead-forms.server.ts";
import { noticeMessages } from "#domain/notice/notice-messages.server.ts";
import { termsMessages } from "#domain/terms/announce-terms.server.ts";
import { newsletterMessages } from "#domain/newsletter/announce-posts.server.ts";
import { dealMessages } from "#domain/deal/deal-messages.server.ts";
import type { MessageOwners } from "#domain/notification/message-owners.server.ts";
import {
  dealerOfferMessages,
  describeRequestForConfirmation,
} from "#domain/sell-request/dealer-offer/offer-messages.server.ts";

/** The module that checks each kind of message again when it is sent. */
export function messageOwners(siteOrigin: string): MessageOwners {
  return {
    ...accountMessages,
    ...administratorMessages,
    ...leadMessages({ siteOrigin, findLeadForm, sale: describeRequestForConfirmation }),
    ...dealerOfferMessages,
    ...bidMessages,
    ...dealMessages,
    ...newsletterMessages,
    ...termsMessages,
    co_applicant_invited: { prepare: (_message, stored) => prepareInvitation(stored) },
    ...jointApplicationMessages,
    draft_link: { prepare: (_message, stored) => prepareDraftLink(stored) },
    ...documentMessages,
    ...sealedViewMessages,
    ...noticeMessages,
  };
}
