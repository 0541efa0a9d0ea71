import type { E164 } from "#values/phone.ts";
import type { Locale } from "#values/locale.ts";
import type { Role } from "#values/role.ts";

/** People of the demo who sell or bid. They have no password, so nobody can sign in as them. */
export type DemoPerson = { key: string; name: string; phone: E164; locale: Locale };

// oxfmt-ignore
export const DEMO_SELLERS: readonly DemoPerson[] = [
  { key: "nadia-rossi", name: "Nadia Rossi", phone: "+16135550150", locale: "en" },
  { key: "helene-gagnon", name: "Hélène Gagnon", phone: "+15145550151", locale: "fr" },
  { key: "marc-bouchard", name: "Marc Bouchard", phone: "+14185550152", locale: "fr" },
  { key: "dale-kowalski", name: "Dale Kowalski", phone: "+14035550153", locale: "en" },
  { key: "wei-chen", name: "Wei Chen", phone: "+16045550154", locale: "en" },
  { key: "simran-gill", name: "Simran Gill", phone: "+16045550155", locale: "en" },
  { key: "ruth-penner", name: "Ruth Penner", phone: "+12045550156", locale: "en" },
  { key: "noah-fontaine", name: "Noah Fontaine", phone: "+13065550160", locale: "en" },
  { key: "callum-macleod", name: "Callum MacLeod", phone: "+19025550157", locale: "en" },
  { key: "luc-cormier", name: "Luc Cormier", phone: "+15065550159", locale: "fr" },
  { key: "brenda-power", name: "Brenda Power", phone: "+17095550158", locale: "en" },
  { key: "ellen-gallant", name: "Ellen Gallant", phone: "+17825550149", locale: "en" },
];

/** They bid, besides the demo's buyer account. */
// oxfmt-ignore
export const DEMO_BIDDERS: readonly DemoPerson[] = [
  { key: "ines-morel", name: "Inès Morel", phone: "+14385550161", locale: "fr" },
  { key: "tyler-brooks", name: "Tyler Brooks", phone: "+15875550162", locale: "en" },
  { key: "fatima-hassan", name: "Fatima Hassan", phone: "+16475550163", locale: "en" },
  { key: "owen-walsh", name: "Owen Walsh", phone: "+17785550164", locale: "en" },
  { key: "mai-nguyen", name: "Mai Nguyen", phone: "+12045550165", locale: "en" },
];

/** They work for a dealership of the demo, by its key, besides the demo's dealer account. */
// oxfmt-ignore
export const DEMO_COLLEAGUES: readonly (DemoPerson & { dealershipKey: string })[] = [
  { key: "olivia-bennett", name: "Olivia Bennett", phone: "+15195550166", locale: "en", dealershipKey: "forest-city" },
  { key: "rene-charbonneau", name: "René Charbonneau", phone: "+15145550167", locale: "fr", dealershipKey: "autos-du-fleuve" },
];

/** A demo account that people can sign in with. Its password is public on purpose. */
type DemoAccount = {
  role: Role;
  name: string;
  email: string;
  password: string;
  locale: Locale;
  /** From the 555-01xx block that is reserved for fiction. */
  phone: E164;
};

/** Shown by `/demo/accounts.json`. They exist in demo mode only: a real installation has none. */
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
    role: "manager",
    name: "Dominique Gagnon",
    email: "manager@example.com",
    password: "demo-manager-runs-the-desk",
    locale: "en",
    phone: "+14165550151",
  },
  {
    role: "auditor",
    name: "Alex Fortin",
    email: "auditor@example.com",
    password: "demo-auditor-reads-and-leaves",
    locale: "en",
    phone: "+14165550148",
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
