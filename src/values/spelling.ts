/**
 * How many letters must be inserted, deleted, replaced or swapped with their neighbour to turn one
 * word into the other (optimal string alignment, the restricted Damerau–Levenshtein distance);
 * `most` + 1 if it is more than `most`.
 */
export function countEdits(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let before: number[] = [];
  let above = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped =
        row > 1 &&
        column > 1 &&
        one[row - 1] === other[column - 2] &&
        one[row - 2] === other[column - 1];
      current[column] = Math.min(
        at(above, column) + 1,
        at(current, column - 1) + 1,
        at(above, column - 1) + (isSame ? 0 : 1),
        isSwapped ? at(before, column - 2) + 1 : Infinity,
      );
    }
    if (Math.min(...current) > most) return most + 1;
    before = above;
    above = current;
  }
  return Math.min(at(above, other.length), most + 1);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Infinity;
}

/** How many edits a word of this length may have: a short word soon becomes another word. */
function countAllowedEdits(word: string): number {
  if (word.length < 4) return 0;
  return word.length < 6 ? 1 : 2;
}

/**
 * How different a typed word is from one that it may mean, from 0 to 1, relative to the longer one;
 * null if it is another word. Both must be folded. A different digit is not a misspelling: a CX-9
 * is not a CX-5.
 */
export function misspelling(typed: string, meant: string): number | null {
  if (typed === meant) return 0;
  const most = countAllowedEdits(typed);
  if (most === 0 || figuresIn(typed) !== figuresIn(meant)) return null;
  const edits = countEdits(typed, meant, most);
  return edits > most ? null : edits / Math.max(typed.length, meant.length);
}

function figuresIn(word: string): string {
  return word.replace(/\D/g, "");
}
