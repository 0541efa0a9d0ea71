/** The place of something that is on its way, in the size that it will have. */
export function Skeleton({ widthPx, heightPx }: { widthPx?: number; heightPx: number }) {
  return (
    <div className="skeleton" aria-hidden style={{ width: widthPx ?? "100%", height: heightPx }} />
  );
}
