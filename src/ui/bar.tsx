/**
 * A bar as wide as this share of its parent, from 0 to 1; the parent's rules set its height and
 * colour. The width is an attribute of SVG, because the site's policy allows no style attribute
 * (security-headers.ts).
 */
export function Bar({ share, className }: { share: number; className?: string }) {
  return <svg className={className} width={`${share * 100}%`} aria-hidden />;
}
