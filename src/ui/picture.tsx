/**
 * One image in several widths: `srcset` strings for the two modern formats and one address for
 * `<img>`.
 */
export type PictureSource = {
  avif: string;
  webp: string;
  src: string;
  widthPx: number;
  heightPx: number;
};

type PictureProps = {
  source: PictureSource;
  /** Describes the picture; "" if the text beside it says the same. */
  alt: string;
  /** The picture's width on the page, in the syntax of the `sizes` attribute. */
  sizes: string;
  /** The largest picture of the first screen: loaded at once, with high priority. */
  priority?: boolean;
  className?: string;
};

/**
 * The browser loads the smallest file of the best format that it supports; the aspect ratio is
 * known before.
 */
export function Picture({ source, alt, sizes, priority = false, className }: PictureProps) {
  return (
    <picture>
      <source type="image/avif" srcSet={source.avif} sizes={sizes} />
      <source type="image/webp" srcSet={source.webp} sizes={sizes} />
      <img
        src={source.src}
        width={source.widthPx}
        height={source.heightPx}
        alt={alt}
        loading={priority ? "eager" : "lazy"}
        decoding={priority ? "sync" : "async"}
        fetchPriority={priority ? "high" : "auto"}
        className={className}
      />
    </picture>
  );
}
