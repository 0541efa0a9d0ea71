import { m } from "#messages/messages.js";
import { qrCode } from "#ui/qr/qr-code.ts";

/** Light modules that a reader needs around a code (ISO/IEC 18004 §6.3.8). */
const QUIET = 4;

/** The key as a square to scan. Black on white in the dark theme too: readers expect it so. */
export function KeySquare({ uri }: { uri: string }) {
  const { size, isDark } = qrCode(uri);
  const steps = Array.from({ length: size }, (_, at) => at);
  const path = steps
    .flatMap((row) =>
      steps.filter((column) => isDark(row, column)).map((column) => `M${column} ${row}h1v1h-1z`),
    )
    .join("");
  const whole = size + 2 * QUIET;
  return (
    <svg
      role="img"
      aria-label={m.account_app_square()}
      viewBox={`${-QUIET} ${-QUIET} ${whole} ${whole}`}
      width={220}
      height={220}
      shapeRendering="crispEdges"
      className="mb-4 rounded-md"
    >
      <rect x={-QUIET} y={-QUIET} width={whole} height={whole} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
