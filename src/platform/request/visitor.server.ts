import { createContext, type RouterContextProvider } from "react-router";
import type { AbilityChanges, AccessGrant } from "#values/ability.ts";
import type { DealershipRole } from "#values/dealership-role.ts";
import type { LoanChoice } from "#values/loan-choice.ts";
import type { Locale } from "#values/locale.ts";
import type { E164 } from "#values/phone.ts";
import type { ProvinceCode } from "#values/province.ts";
import type { Role } from "#values/role.ts";

/** Who sent the request, as the server determined before any page or handler ran. */
export type Visitor = {
  /** SHA-256 (hex) of the visitor cookie: binds drafts and phone codes to one browser. */
  visitorHash: string;
  /** They sent no visitor cookie and only read, so nothing can be stored for them. */
  isNew?: boolean;
  /** They sent no visitor cookie: when this request began, nothing was stored under their hash. */
  isUnknown?: boolean;
  /** False if it is known that this browser never sent a form. */
  hasSent?: boolean;
  /** False if it is known that this browser has no draft. */
  hasDraft?: boolean;
  /**
   * The value of the estimate cookie, which says whose estimate this browser has
   * (estimate-cookie.server.ts).
   */
  estimateCookie?: string | undefined;
  locale: Locale;
  /** The IP address in front of the trusted proxies. */
  ipAddress: string;
  /** http or https, as the visitor sees it. */
  origin: string;
  /** The nonce of this response's Content-Security-Policy. */
  nonce: string;
  theme: "light" | "dark" | "system";
  /** The frequency of payments that they chose; absent if they never chose. */
  payments?: "monthly" | "biweekly" | undefined;
  /** The province that they chose beside a payment; absent if they never chose. */
  province?: ProvinceCode | undefined;
  /** The down payment and the term that they chose; absent if they never chose. */
  loan?: LoanChoice | undefined;
  user: SignedInUser | null;
  /** The id of `user`'s session, so that a page does not end it by mistake. */
  sessionId: string | null;
};

export type SignedInUser = {
  id: string;
  name: string;
  email: string;
  role: Role;
  phone: E164 | null;
  /** The address of their picture, such as `/media/people/….webp`. */
  photo?: string | null;
  locale: Locale;
  /**
   * They need a second factor and have not proved it in this session, so they may not work in it
   * (role.ts).
   */
  lacksSecondFactor?: boolean;
  /** They proved it, but too long ago for sensitive actions (`requireFreshFactor`). */
  lacksFreshFactor?: boolean;
  /** What an operator gave to their role, or took from it, as of this request. */
  abilities?: AbilityChanges;
  /** What they were given for a day, as of this request. */
  grants?: readonly AccessGrant[];
  /** The dealership that they are a member of, and their role in it, as of this request. */
  dealership?: { id: string; role: DealershipRole } | null;
  /** One of the demo's accounts, which everybody shares: nobody may lock the others out. */
  isDemo?: boolean;
};

export const visitorContext = createContext<Visitor>();

/** The visitor of a loader's or action's request, signed in or not. */
export function readVisitor({ context }: { context: Readonly<RouterContextProvider> }): Visitor {
  return context.get(visitorContext);
}
