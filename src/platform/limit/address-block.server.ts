import { isIP } from "node:net";

/**
 * The block that an address counts as, in limits of tries and of connections. One of IPv6 is its /64,
 * which is what a single customer is given at the least (RFC 6177): its other 64 bits are anybody's
 * choice. Any other word is itself.
 */
export function blockOfAddress(word: string): string {
  if (isIP(word) !== 6) return word;
  const [before = "", after] = word.toLowerCase().split("%", 1).join("").split("::");
  const head = before === "" ? [] : before.split(":");
  const tail = after === undefined || after === "" ? [] : after.split(":");
  // An IPv4 address at the end stands for two groups.
  const length = (groups: string[]) => groups.length + (groups.at(-1)?.includes(".") ? 1 : 0);
  const zeros = after === undefined ? 0 : 8 - length(head) - length(tail);
  const groups = [...head, ...Array.from({ length: zeros }, () => "0"), ...tail];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}
