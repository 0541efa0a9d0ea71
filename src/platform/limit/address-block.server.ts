import { isIP } from "node:net";

/**
 * The block that an address counts as, in limits of tries and of connections. An IPv6 address
 * counts as its /64, the least that a single customer is given (RFC 6177): anybody can choose the
 * other 64 bits freely. Any other text is returned unchanged.
 */
export function blockOfAddress(word: string): string {
  return isIP(word) === 6 ? ipv6Prefix(readIpv6(word), 64) : word;
}

/**
 * The wider blocks that the holder of an address may also hold, narrowest first: the /24 of IPv4;
 * the /56 and the /48 of IPv6, which providers assign to a household and to a business (RFC 6177).
 * Empty for a text that is not an address.
 */
export function widerBlocks(address: string): string[] {
  const family = isIP(address);
  if (family === 4) return [`${address.split(".").slice(0, 3).join(".")}.0/24`];
  if (family !== 6) return [];
  const groups = readIpv6(address);
  return [ipv6Prefix(groups, 56), ipv6Prefix(groups, 48)];
}

/**
 * The least that one provider holds: the /32 of IPv6 (RFC 6177), which is 65,536 networks; the /16
 * of IPv4. An organization that is its own provider counts as one provider in these limits. Null if
 * it is not an address.
 */
export function findProviderBlock(address: string): string | null {
  const family = isIP(address);
  if (family === 4) return `${address.split(".").slice(0, 2).join(".")}.0.0/16`;
  return family === 6 ? ipv6Prefix(readIpv6(address), 32) : null;
}

/** The first four of the eight groups: the rest belongs to one customer. */
function readIpv6(address: string): number[] {
  const [before = "", after] = address.toLowerCase().split("%", 1).join("").split("::");
  const head = before === "" ? [] : before.split(":");
  const tail = after === undefined || after === "" ? [] : after.split(":");
  // An IPv4 address at the end counts as two groups.
  const length = (groups: string[]) => groups.length + (groups.at(-1)?.includes(".") ? 1 : 0);
  const zeros = after === undefined ? 0 : 8 - length(head) - length(tail);
  const groups = [...head, ...Array.from({ length: zeros }, () => "0"), ...tail];
  return groups.slice(0, 4).map((group) => Number.parseInt(group, 16));
}

/** A prefix such as `2001:db8:1:200::/56`. `bits` is at most 64. */
function ipv6Prefix(groups: readonly number[], bits: number): string {
  const retained = groups.map((group, index) => {
    const cachedBits = Math.min(16, Math.max(0, bits - 16 * index));
    return group & (0xffff << (16 - cachedBits)) & 0xffff;
  });
  return `${retained.map((group) => group.toString(16)).join(":")}::/${bits}`;
}
