type NumberRule = {
  min?: number;
  max?: number;
  /** Steps are counted from `min`, as in a number control. `1` requires a whole number. */
  step?: number;
};

type NumberReading =
  | { ok: true; value: number }
  | { ok: false; code: "empty" | "not_a_number" | "below_min" | "above_max" | "off_step" };

/** Currency and distance words around an amount. */
const BEFORE = /^(?:cad|ca\$|c\$|\$)/i;
const AFTER = /(?:\$\s*cad|\$\s*ca|\$|cad|km|kms|kilomet(?:er|re)s?|kilom\u00e8tres?)\.?$/i;

/** A number with more digits than a double holds is not a real amount here. */
const MAX_DIGITS = 15;

/**
 * Reads an amount as people in Canada write it: "$1,234.50", "1 234,50 $" with any kind of space,
 * "62,400 km". Blank is empty, never 0. A single comma before exactly three digits is a thousands
 * separator (62,400), any other a decimal comma (1234,50); a single point is always decimal.
 */
export function readNumber(text: string, rule: NumberRule = {}): NumberReading {
  const trimmed = text.trim();
  if (!trimmed) return { ok: false, code: "empty" };
  const value = parseAmount(trimmed);
  if (value === null) return { ok: false, code: "not_a_number" };
  const { min, max, step } = rule;
  if (min !== undefined && value < min) return { ok: false, code: "below_min" };
  if (max !== undefined && value > max) return { ok: false, code: "above_max" };
  if (step !== undefined && !isOnStep(value - (min ?? 0), step)) {
    return { ok: false, code: "off_step" };
  }
  return { ok: true, value };
}

function parseAmount(text: string): number | null {
  // A minus may be before or after the dollar sign, and may be the typographic one.
  const [, sign = "", unsigned = ""] =
    /^([-\u2212]?)\s*(.*)$/su.exec(text.replace(BEFORE, "").trim()) ?? [];
  const bare = unsigned.replace(BEFORE, "").replace(AFTER, "").trim();
  if (bare.replace(/\D/g, "").length > MAX_DIGITS) return null;
  const spelled = plainDigits(bare);
  if (spelled === null) return null;
  const value = Number(spelled);
  return sign && value !== 0 ? -value : value;
}

/** "1 234,50" to "1234.50"; null if the separators are at impossible positions. */
function plainDigits(amount: string): string | null {
  const decimal = decimalMark(amount);
  const cut = decimal ? amount.lastIndexOf(decimal) : amount.length;
  const whole = amount.slice(0, cut);
  const fraction = amount.slice(cut + 1);
  // One kind of separator, three digits after each; spaces of every width are one kind.
  const grouped = /^\d{1,3}(?:(?:\s\d{3})+|(?:,\d{3})+|(?:\.\d{3})+)$/u;
  if (!/^\d*$/.test(whole) && !grouped.test(whole)) return null;
  if (!/^\d*$/.test(fraction)) return null;
  const digits = whole.replace(/\D/g, "");
  return digits || fraction ? `${digits || "0"}.${fraction || "0"}` : null;
}

function decimalMark(amount: string): "." | "," | null {
  const comma = amount.lastIndexOf(",");
  const point = amount.lastIndexOf(".");
  if (comma >= 0 && point >= 0) return comma > point ? "," : ".";
  const mark = comma >= 0 ? "," : point >= 0 ? "." : null;
  if (!mark || amount.indexOf(mark) !== amount.lastIndexOf(mark)) return null;
  return mark === "," && /^[1-9]\d{0,2},\d{3}$/.test(amount) ? null : mark;
}

function isOnStep(distance: number, step: number): boolean {
  const steps = Number((distance / step).toPrecision(12));
  return Number.isInteger(steps);
}
