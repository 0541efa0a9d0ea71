import { createContext, type RouterContextProvider } from "react-router";
import type { LoanChoice } from "#values/loan-choice.ts";
import type { Locale } from "#values/locale.ts";
import type { E164 } from "#values/phone.ts";
import type { ProvinceCode } from "#values/province.ts";
import type { Role } from "#values/role.ts";

/** Who asks, as the server found out before any page or handler ran. */
export type Visitor = {
  /** SHA-256 (hex) of the visitor cookie: binds drafts and phone codes to one browser. */
  visitorHash: string;
  /** They only look, and bring no cookie that anything could be stored under. */
  isNew?: boolean;
  /** They brought no visitor cookie: when this request began, nothing was stored under their hash. */
  isUnknown?: boolean;
  /** False where it is known that this browser never sent a form. */
  hasSent?: boolean;
  /** False where it is known that no form is under way in this browser. */
  hasDraft?: boolean;
  /** As it was brought: of whom this browser holds an estimate (estimate-cookie.server.ts). */
  estimateCookie?: string | undefined;
  locale: Locale;
  /** The address as seen past the trusted proxies. */
  ipAddress: string;
  /** http or https, as the visitor sees it. */
  origin: string;
  /** The nonce of this response's Content-Security-Policy. */
  nonce: string;
  theme: "light" | "dark" | "system";
  /** How often they want payments said; absent where they never chose. */
  payments?: "monthly" | "biweekly" | undefined;
  /** Where they said that they are, beside a payment; absent where they never did. */
  province?: ProvinceCode | undefined;
  /** What they would put down, and over how long they would pay; absent where they never chose. */
  loan?: LoanChoice | undefined;
  user: SignedInUser | null;
  /** The session of `user`: which one of theirs a page must not end by mistake. */
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
  /** Whoever owes a second factor may not work in a session that has not proved it (role.ts). */
  lacksSecondFactor?: boolean;
  /** The same where it was proved, but too long ago for what is sensitive (`requireFreshFactor`). */
  lacksFreshFactor?: boolean;
  /** One of the demonstration's accounts, which everybody shares: nobody may lock the others out. */
  isDemo?: boolean;
};

export const visitorContext = createContext<Visitor>();

/** Who asks in a loader or an action, signed in or not. */
export function readVisitor({ context }: { context: Readonly<RouterContextProvider> }): Visitor {
  return context.get(visitorContext);
}
