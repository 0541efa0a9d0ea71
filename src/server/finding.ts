/**
 * `unsafe` stops the start outside demo mode; the operator decides about `missing` and `unusual`.
 */
export type Finding = {
  kind: "unsafe" | "missing" | "unusual";
  /** One sentence; it contains no secret. */
  text: string;
  /** The line of the environment to change, with an example. */
  line: string;
};
