/**
 * A bar that fills so much of its parent's width, from 0 to 1; its height and colour are its parent's
 * rules. An attribute of SVG: the site's policy allows no style attribute (security-headers.ts).
 */
export function Bar({ share, className }: { share: number; className?: string }) {
  return <svg className={className} width={`${share * 100}%`} aria-hidden />;
}
