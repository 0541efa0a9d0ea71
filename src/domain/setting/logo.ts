/**
 * The address of a logo, with its size in pixels; "" for the logo of the design. Its content
 * never changes, and it is never deleted: the history refers to it.
 */
export const LOGO_ADDRESS = /^\/media\/logo\/[0-9a-f]{16}-(\d{1,4})x(\d{1,4})\.png$/;

export type Logo = { src: string; width: number; height: number };

/** The space for a logo in the header, in CSS pixels. */
const LOGO_SPACE = { width: 168, height: 36 };

/** The logo as pages show it; null for the logo of the design. */
export function readLogo(address: string): Logo | null {
  const size = readLogoSize(address);
  if (!size) return null;
  const scale = Math.min(LOGO_SPACE.width / size.widthPx, LOGO_SPACE.height / size.heightPx, 1);
  return {
    src: address,
    width: Math.round(size.widthPx * scale),
    height: Math.round(size.heightPx * scale),
  };
}

export function readLogoSize(address: string): { widthPx: number; heightPx: number } | null {
  const [, widthPx, heightPx] = LOGO_ADDRESS.exec(address) ?? [];
  return widthPx ? { widthPx: Number(widthPx), heightPx: Number(heightPx) } : null;
}
