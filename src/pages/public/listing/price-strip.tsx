import type { ReactNode } from "react";
import type { PriceRange } from "#domain/pricing/price-estimate.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { formatCad } from "#values/money.ts";
import { describeStrip } from "./price-strip-words.ts";
import { scaleOnStrip, type StripScale } from "./strip-scale.ts";

export type PriceStripProps = { range: PriceRange; askedCad?: number };

/**
 * The price range as a scale: its three parts (good, fair, high), comparable listings at their
 * adjusted prices, and the asking price. Each label is at its value; a text says the same. Heights
 * are in em, so that it grows with the browser's text.
 */
export function PriceStrip({ range, askedCad }: PriceStripProps) {
  const { lowCad, fairFromCad, fairCad, fairToCad, highCad, comparables } = range;
  const scale = scaleOnStrip(range, [
    ...comparables.map(({ adjustedCad }) => adjustedCad),
    ...(askedCad === undefined ? [] : [askedCad]),
  ]);
  const zones = [
    {
      words: m.price_zone_good(),
      from: lowCad,
      to: fairFromCad,
      className: "fill-(--success-soft)",
    },
    {
      words: m.price_zone_fair(),
      from: fairFromCad,
      to: fairToCad,
      className: "fill-(--info-soft)",
    },
    { words: m.price_zone_high(), from: fairToCad, to: highCad, className: "fill-(--warn-soft)" },
  ];
  return (
    <figure className="mt-4 max-w-160">
      <svg
        role="img"
        aria-label={describeStrip(range, askedCad)}
        width="100%"
        height="7.6em"
        className="figures overflow-visible text-[0.8125rem]"
      >
        <rect
          x="0"
          y="2.7em"
          width="100%"
          height="1em"
          rx="4"
          className="fill-(--surface-sunken)"
        />
        {zones.map(({ words, from, to, className }) => (
          <g key={words}>
            <rect
              x={scale.percent(from)}
              width={scale.width(from, to)}
              y="2.2em"
              height="2em"
              className={`${className} stroke-(--text-3)`}
            />
            <text
              x={scale.percent((from + to) / 2)}
              y="5.4em"
              textAnchor="middle"
              className="fill-(--text-2)"
            >
              {words}
            </text>
          </g>
        ))}
        <Line x={scale.percent(fairCad)} from="2.2em" to="4.2em" />
        {[lowCad, highCad].map((amountCad) => (
          <g key={amountCad}>
            <Line x={scale.percent(amountCad)} from="4.2em" to="5.9em" />
            <Amount scale={scale} amountCad={amountCad} y="7.1em" />
          </g>
        ))}
        {comparables.map(({ id, adjustedCad }) => (
          <At key={id} x={scale.percent(adjustedCad)} y="3.2em">
            {scale.isBeyond(adjustedCad) ? <Beyond isBelow={adjustedCad < lowCad} /> : <Dot />}
          </At>
        ))}
        {askedCad !== undefined && (
          <>
            <Amount scale={scale} amountCad={askedCad} y="1em" isStrong />
            <At x={scale.percent(askedCad)} y="2.2em">
              <Wedge />
            </At>
          </>
        )}
      </svg>
      <Key isAsked={askedCad !== undefined} hasListings={comparables.length > 0} scale={scale} />
    </figure>
  );
}

/** An amount at its position; near an end of the strip it is aligned to that end. */
function Amount(props: { scale: StripScale; amountCad: number; y: string; isStrong?: boolean }) {
  const { scale, amountCad, y, isStrong } = props;
  return (
    <text
      x={scale.percent(amountCad)}
      y={y}
      textAnchor={scale.anchor(amountCad)}
      className={`fill-(--text) ${isStrong ? "font-bold" : "font-semibold"}`}
    >
      {formatCad(amountCad, getLocale())}
    </text>
  );
}

function Line({ x, from, to }: { x: string; from: string; to: string }) {
  return <line x1={x} x2={x} y1={from} y2={to} className="stroke-(--text-3)" />;
}

function Key(props: { isAsked: boolean; hasListings: boolean; scale: StripScale }) {
  const marks: [ReactNode, string][] = [
    [
      <rect
        key="range"
        x="-8"
        y="-5"
        width="16"
        height="10"
        className="fill-(--info-soft) stroke-(--text-3)"
      />,
      m.price_estimate_key_range(),
    ],
  ];
  if (props.hasListings) marks.push([<Dot key="dot" />, m.price_estimate_key_listing()]);
  if (props.isAsked) marks.push([<Wedge key="wedge" y={6} />, m.price_estimate_key_asked()]);
  if (props.scale.hasBeyond)
    marks.push([<Beyond key="beyond" isBelow={false} />, m.price_estimate_key_beyond()]);
  return (
    <figcaption className="fine-print muted mt-3 flex flex-wrap gap-x-5 gap-y-1" aria-hidden>
      {marks.map(([mark, words]) => (
        <span key={words} className="inline-flex items-center gap-2">
          <svg width="18" height="14" viewBox="-9 -7 18 14" className="flex-none">
            {mark}
          </svg>
          {words}
        </span>
      ))}
    </figcaption>
  );
}

/** A mark of fixed size at a relative position: only a nested `svg` allows both. */
function At({ x, y, children }: { x: string; y: string; children: ReactNode }) {
  return (
    <svg x={x} y={y} overflow="visible">
      {children}
    </svg>
  );
}

function Dot() {
  return <circle r="5.5" strokeWidth="1.5" className="fill-(--text-2) stroke-(--surface)" />;
}

/** A listing whose price is outside of the picture. */
function Beyond({ isBelow }: { isBelow: boolean }) {
  return (
    <path
      d={isBelow ? "M-6 0 l9 -6 v12 z" : "M6 0 l-9 -6 v12 z"}
      strokeWidth="1.5"
      className="fill-(--text-2) stroke-(--surface)"
    />
  );
}

/** A triangle above the bar: a shape of its own, so that colour is not the only difference. */
function Wedge({ y = 0 }: { y?: number }) {
  return (
    <path
      d={`M0 ${y} l-7 -11 h14 z`}
      strokeWidth="1.5"
      strokeLinejoin="round"
      className="fill-(--primary) stroke-(--surface)"
    />
  );
}
