import type { Locale } from "#values/locale.ts";
import type { Role } from "#values/role.ts";

/** An account of the demo that a person can sign in with. Its password is public on purpose. */
export type DemoAccount = {
  role: Role;
  name: string;
  email: string;
  password: string;
  locale: Locale;
  /** E.164, from the 555-01xx block that is reserved for fiction. */
  phone: string;
};

/** What `/demo/accounts.json` shows. They exist in demo mode only: a real installation has none. */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  {
    role: "buyer",
    name: "Amara Okafor",
    email: "buyer@example.com",
    password: "demo-buyer-looks-around",
    locale: "en",
    phone: "+14165550141",
  },
  {
    role: "seller",
    name: "Jordan Mitchell",
    email: "seller@example.com",
    password: "demo-seller-sells-a-car",
    locale: "en",
    phone: "+19055550142",
  },
  {
    role: "dealer",
    name: "Priya Raman",
    email: "dealer@example.com",
    password: "demo-dealer-opens-the-lot",
    locale: "en",
    phone: "+14165550143",
  },
  {
    role: "staff",
    name: "Samuel Tremblay",
    email: "staff@example.com",
    password: "demo-staff-calls-people-back",
    locale: "en",
    phone: "+14165550144",
  },
  {
    role: "staff",
    name: "Camille Roy",
    email: "camille.roy@example.com",
    password: "demo-camille-rappelle-les-gens",
    locale: "fr",
    phone: "+15145550145",
  },
  {
    role: "admin",
    name: "Morgan Lee",
    email: "admin@example.com",
    password: "demo-admin-keeps-the-keys",
    locale: "en",
    phone: "+14165550146",
  },
];
