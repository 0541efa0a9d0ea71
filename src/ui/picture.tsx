/** One image in its sizes: `srcset` strings for the two modern formats and one address for `<img>`. */
export type PictureSource = {
  avif: string;
  webp: string;
  src: string;
  widthPx: number;
  heightPx: number;
};

type PictureProps = {
  source: PictureSource;
  /** Says what is to be seen; empty where the text beside it says the same. */
  alt: string;
  /** The width that the picture takes on the page, as the `sizes` attribute wants it. */
  sizes: string;
  /** The largest picture of the first screen: loaded at once and before others. */
  priority?: boolean;
  className?: string;
};

/** The browser takes the smallest file of the best format it knows; the ratio is known beforehand. */
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
