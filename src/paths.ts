/**
 * Every address of the site, in one place; the snapshot beside this file is the site map.
 * They are the English ones: `ui/link.tsx` puts /fr in front for a French visitor.
 */
export const paths = {
  home: () => "/",
  sellCar: () => "/sell-car",
  preApproval: () => "/allListings",
  preApprovalStep: (slug: string) => `/allListings/${slug}`,
  preApprovalQualified: () => "/allListings/qualified",
  preApprovalSent: (reference: string) => `/allListings/sent/${reference}`,
  creditApplication: () => "/creditform",
  cars: () => "/cars",
  listing: (id: string) => `/details/${id}`,
  placeBid: (listingId: string) => `/details/${listingId}/bid`,
  reportListing: (listingId: string) => `/details/${listingId}/report`,
  savedListings: () => "/saved",
  pendingSave: () => "/saved/pending",
  myBids: () => "/my-bids",
  about: () => "/about",
  blog: () => "/blogs",
  contact: () => "/contact",
  faq: () => "/faq",
  terms: () => "/terms",
  privacy: () => "/privacy",
  cookies: () => "/cookies",
  callBack: () => "/call-back",
  callBackSent: (reference: string) => `/call-back/sent/${reference}`,
  offerRequest: () => "/offer",
  vinOfferRequest: () => "/offer/vin",
  offerSent: (reference: string) => `/offer/sent/${reference}`,
  signIn: () => "/login",
  secondStep: () => "/login/second-step",
  forgotPassword: () => "/login/forgot",
  resetPassword: (token: string) => `/login/reset/${token}`,
  googleSignIn: () => "/login/google",
  googleBack: () => "/login/google/back",
  googleDone: () => "/login/google/done",
  signUp: () => "/register",
  confirmEmail: (token: string) => `/register/confirm/${token}`,
  confirmNewEmail: (token: string) => `/account/email/${token}`,
  signOut: () => "/logout",
  account: () => "/account",
  accountPhoto: () => "/account/photo",
  accountPhone: () => "/account/phone",
  accountSecurity: () => "/account/security",
  secondFactor: () => "/account/second-factor",
  accountApplications: () => "/account/applications",
  accountData: () => "/account/data",
  accountExport: () => "/account/export",
  listingReports: () => "/staff/reports",
  leads: () => "/staff/leads",
  lead: (reference: string) => `/staff/leads/${reference}`,
  formPost: (
    form:
      | "sell-car"
      | "vehicle-offer"
      | "vin"
      | "pre-approval"
      | "credit-application"
      | "call-back",
  ) => `/forms/${form}`,
  theme: () => "/theme",
  placeSuggestions: () => "/api/place-suggestions",
  phoneVerification: () => "/api/phone-verification",
  demoOutbox: () => "/demo/outbox",
  demoError: () => "/demo/error",
} as const;
