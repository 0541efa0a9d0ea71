const SHAPES = {
  facebook: "M14 8h2V5h-2.5C11 5 10 6.7 10 8.6V10H8v3h2v7h3v-7h2.4l.6-3h-3V8.8c0-.5.3-.8 1-.8z",
  instagram:
    "M8 4h8a4 4 0 0 1 4 4v8a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4zm4 4.6a3.4 3.4 0 1 0 0 6.8 3.4 3.4 0 0 0 0-6.8zM16.6 7.4h.01",
  tiktok: "M14 4v10.4a3 3 0 1 1-3-3M14 4c.3 2.4 2 4 4.4 4.2",
} as const;

/** The marks of the social networks, which icon sets no longer carry. */
export function BrandIcon({ brand }: { brand: keyof typeof SHAPES }) {
  const isSolid = brand === "facebook";
  return (
    <svg
      className="icon"
      viewBox="0 0 24 24"
      fill={isSolid ? "currentColor" : "none"}
      stroke={isSolid ? "none" : "currentColor"}
      strokeLinecap="round"
      aria-hidden
    >
      <path d={SHAPES[brand]} />
    </svg>
  );
}
