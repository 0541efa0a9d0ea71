import type { ReactNode } from "react";
import type { PriceRange } from "#domain/pricing/price-estimate.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { formatCad } from "#values/money.ts";

type PriceStripProps = { range: PriceRange; askedCad?: number };

/** Room left and right of the outermost mark, as a share of the whole. */
const MARGIN = 0.05;
const MIDDLE_PX = 20;

/** The range as a bar, the nearest listings as dots on it. Its words say the same as its picture. */
export function PriceStrip({ range, askedCad }: PriceStripProps) {
  const { lowCad, fairCad, highCad, comparables } = range;
  const prices = comparables.map(({ priceCad }) => priceCad);
  const across = scale([lowCad, highCad, ...prices, askedCad ?? fairCad]);
  const ends = { x: across(lowCad), width: across(highCad, lowCad) };
  return (
    <figure className="mt-4 max-w-160">
      <svg role="img" aria-label={wordsFor(range, askedCad)} width="100%" height={MIDDLE_PX * 2}>
        <rect x="0" y="16" width="100%" height="8" rx="4" className="fill-(--surface-sunken)" />
        <rect {...ends} y="12" height="16" rx="8" className="fill-(--lane)" />
        <rect x={across(fairCad)} y="8" width="2" height="24" className="fill-(--text)" />
        {comparables.map(({ id, priceCad }) => (
          <At key={id} x={across(priceCad)}>
            <Dot />
          </At>
        ))}
        {askedCad !== undefined && (
          <At x={across(askedCad)}>
            <Wedge />
          </At>
        )}
      </svg>
      <Figures range={range} />
      <Key isAsked={askedCad !== undefined} />
    </figure>
  );
}

function Figures({ range: { lowCad, fairCad, highCad } }: { range: PriceRange }) {
  const figures: [string, number, string][] = [
    [m.price_estimate_low(), lowCad, "text-left"],
    [m.price_estimate_middle(), fairCad, "text-center"],
    [m.price_estimate_high(), highCad, "text-right"],
  ];
  return (
    <dl className="mt-2 grid grid-cols-3 gap-2">
      {figures.map(([label, amountCad, side]) => (
        <div key={label} className={side}>
          <dt className="fine-print muted">{label}</dt>
          <dd className="figures m-0 font-semibold">{formatCad(amountCad, getLocale())}</dd>
        </div>
      ))}
    </dl>
  );
}

function Key({ isAsked }: { isAsked: boolean }) {
  const marks: [ReactNode, string][] = [
    [
      <rect key="range" x="-8" y="-5" width="16" height="10" rx="5" className="fill-(--lane)" />,
      m.price_estimate_key_range(),
    ],
    [<Dot key="dot" />, m.price_estimate_key_listing()],
    ...(isAsked
      ? [[<Wedge key="wedge" y={6} />, m.price_estimate_key_asked()] as [ReactNode, string]]
      : []),
  ];
  return (
    <figcaption className="fine-print muted mt-3 flex flex-wrap gap-x-5 gap-y-1">
      {marks.map(([mark, words]) => (
        <span key={words} className="inline-flex items-center gap-2">
          <svg width="18" height="14" viewBox="-9 -7 18 14" aria-hidden className="flex-none">
            {mark}
          </svg>
          {words}
        </span>
      ))}
    </figcaption>
  );
}

/** A mark of fixed size at a share of the width: only an inner `svg` can have both. */
function At({ x, children }: { x: string; children: ReactNode }) {
  return (
    <svg x={x} y={MIDDLE_PX} overflow="visible">
      {children}
    </svg>
  );
}

function Dot() {
  return <circle r="5.5" strokeWidth="1.5" className="fill-(--text-2) stroke-(--surface)" />;
}

/** Points down at the bar from above; a shape of its own, so that colour never speaks alone. */
function Wedge({ y = -7 }: { y?: number }) {
  return (
    <path
      d={`M0 ${y} l-7 -11 h14 z`}
      strokeWidth="1.5"
      strokeLinejoin="round"
      className="fill-(--primary) stroke-(--surface)"
    />
  );
}

/** From dollars to a share of the width; with `fromCad`, the width between the two. */
function scale(prices: readonly number[]): (priceCad: number, fromCad?: number) => string {
  const least = Math.min(...prices);
  // All prices may be one.
  const span = Math.max(1, Math.max(...prices) - least);
  return (priceCad, fromCad) => {
    const share = (each: number) => MARGIN + ((each - least) / span) * (1 - 2 * MARGIN);
    const shown = fromCad === undefined ? share(priceCad) : share(priceCad) - share(fromCad);
    return `${(shown * 100).toFixed(2)}%`;
  };
}

function wordsFor({ lowCad, fairCad, highCad, comparables }: PriceRange, askedCad?: number) {
  const cad = (amountCad: number) => formatCad(amountCad, getLocale());
  const prices = comparables.map(({ priceCad }) => priceCad);
  const ends = { low: cad(lowCad), middle: cad(fairCad), high: cad(highCad) };
  const words =
    prices.length === 0
      ? m.price_estimate_drawing_alone(ends)
      : m.price_estimate_drawing({
          ...ends,
          cheapest: cad(Math.min(...prices)),
          dearest: cad(Math.max(...prices)),
        });
  if (askedCad === undefined) return words;
  return `${words} ${m.price_estimate_drawing_asked({ price: cad(askedCad) })}`;
}
