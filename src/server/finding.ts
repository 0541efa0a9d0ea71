/** `unsafe` stops the start outside demo mode; `missing` and `unusual` are the operator's to judge. */
export type Finding = {
  kind: "unsafe" | "missing" | "unusual";
  /** One sentence, without any secret. */
  text: string;
  /** The line of the environment to change, with an example. */
  line: string;
};
