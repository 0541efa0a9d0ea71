import { createContext, useContext, useId } from "react";
import { renderToString } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test, vi } from "vitest";
import type { ListingCardFacts } from "#domain/listing/listing-card.ts";
import { estimateCredit } from "#domain/pricing/credit-estimate.ts";
import { overwriteGetLocale } from "#messages/runtime.js";
import { Footer } from "#pages/public/layout/footer.tsx";
import { ListingCard } from "#pages/public/listing/listing-card.tsx";
import { EstimateProvider } from "#pages/public/listing/your-budget-context.tsx";
import { CacheHtmlContext, CachedHtml } from "#ui/cached-html.tsx";
import type { Locale } from "#values/locale.ts";
import { cacheHtml } from "./cached-html.server.ts";
import { USUAL_LOAN } from "#values/loan-choice.ts";

function render(
  body: React.ReactNode,
  { isCaching = true, locale = "en" }: { isCaching?: boolean; locale?: Locale } = {},
): string {
  overwriteGetLocale(() => locale);
  const Page = createRoutesStub([{ path: "*", Component: () => body }]);
  return renderToString(
    <CacheHtmlContext value={isCaching ? cacheHtml : null}>
      <Page initialEntries={["/cars"]} />
    </CacheHtmlContext>,
  );
}

const LISTING: ListingCardFacts = {
  id: "0192f0a4-7b1e-7c3a-9d2e-0123456789ab",
  year: 2021,
  make: "Honda",
  model: "Civic",
  trim: "L’Été <Touring>",
  bodyType: "sedan",
  exteriorColour: "blue",
  transmission: "automatic",
  odometerKm: 62_400,
  priceCad: 18_900,
  city: "Trois-Rivières & Sons",
  provinceCode: "ON",
  state: "live",
  isDealer: true,
  illustration: { make: "Honda", model: "Civic", bodyType: "sedan", colour: "blue", seed: 1 },
  photo: null,
  photoCount: 0,
} as unknown as ListingCardFacts;
const YOURS = estimateCredit({
  creditBand: "good",
  provinceCode: "AB",
  budget: "500_600",
  incomeCad: null,
  housingCad: null,
  loan: USUAL_LOAN,
});
const LAYOUT = {
  user: null,
  theme: "dark",
  chatNumber: "15875550100",
  isDemo: true,
  year: 2026,
  reviewPageUrl: "https://reviews.example/?a=1&b=2",
  landings: [{ path: "/cars/honda", name: "Honda d’occasion" }],
} as const;

const cards = (
  <>
    <ListingCard listing={LISTING} results="?make=Honda" priority />
    <ListingCard listing={{ ...LISTING, state: "sold", photoCount: 3 }} awayKm={12} />
    <ListingCard
      listing={LISTING}
      rating={{ rating: "great", lowCad: 17_900, highCad: 21_600, comparableCount: 12 }}
    />
    <ListingCard listing={{ ...LISTING, provinceCode: "QC" }} />
  </>
);

test.each<[string, React.ReactNode]>([
  ["the footer", <Footer key="" layout={{ ...LAYOUT, landings: [...LAYOUT.landings] }} />],
  ["a footer without data", <Footer key="" layout={undefined} />],
  ["cards", cards],
  [
    "cards of somebody with a budget",
    <EstimateProvider key="" estimate={YOURS}>
      {cards}
    </EstimateProvider>,
  ],
])("%s says the same kept and rendered in its place", (_name, body) => {
  for (const locale of ["en", "fr"] as const) {
    const inPlace = render(body, { isCaching: false, locale });
    expect(inPlace).toContain(locale === "fr" ? "/fr/" : 'href="/');
    // When it is first rendered, and from the cache.
    expect(render(body, { locale })).toBe(inPlace);
    expect(render(body, { locale })).toBe(inPlace);
  }
});

test("a part is rendered once for all who are given the same, in each language", () => {
  const Part = vi.fn<(props: { of: string }) => React.ReactNode>(({ of }) => (
    <li>
      {of} & {of}
    </li>
  ));
  const list = (input: string) => <CachedHtml as="ul" id={input} of={Part} props={{ of: input }} />;
  for (let turn = 0; turn < 3; turn += 1) {
    expect(render(list("one"))).toBe('<ul id="one"><li>one<!-- --> &amp; <!-- -->one</li></ul>');
    expect(render(list("two"))).toContain("two");
    render(list("one"), { locale: "fr" });
  }
  expect(Part).toHaveBeenCalledTimes(3);
});

test("another part with the same props is another part", () => {
  const One = () => "one";
  const Two = () => "two";
  expect(render(<CachedHtml as="div" of={One} props={{}} />)).toBe("<div>one</div>");
  expect(render(<CachedHtml as="div" of={Two} props={{}} />)).toBe("<div>two</div>");
});

test("a part that needs what is around it is rendered in its place", () => {
  const Context = createContext("nobody");
  const Ids = () => <input id={useId()} aria-label="Prix" />;
  const Picture = () => <img src="/picture.webp" alt="" />;
  const Faulty = () => {
    useId();
    if (useContext(Context) === "nobody") throw new Error("asked apart");
    return "in its place";
  };
  const page = (
    <Context value="somebody">
      <CachedHtml as="div" of={Ids} props={{}} />
      <CachedHtml as="div" of={Picture} props={{}} />
      <CachedHtml as="div" of={Faulty} props={{}} />
      <CachedHtml as="div" of={Ids} props={{}} />
    </Context>
  );
  for (let turn = 0; turn < 2; turn += 1)
    expect(render(page)).toBe(render(page, { isCaching: false }));
});
