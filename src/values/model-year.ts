/** The newest model year in use on a day: next year's models are on the road from the summer on. */
export function newestModelYear(at: Date): number {
  return at.getUTCFullYear() + 1;
}
