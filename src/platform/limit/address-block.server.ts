import { isIP } from "node:net";

/**
 * The block that an address counts as, in limits of tries and of connections. One of IPv6 is its /64,
 * which is what a single customer is given at the least (RFC 6177): its other 64 bits are anybody's
 * choice. Any other word is itself.
 */
export function blockOfAddress(word: string): string {
  return isIP(word) === 6 ? ipv6Prefix(readIpv6(word), 64) : word;
}

/**
 * The wider blocks that whoever holds an address may hold as well, the narrowest first: the /24 of
 * IPv4; the /56 and the /48 of IPv6, which providers give to a household and to a business (RFC 6177).
 * None for a word that is no address.
 */
export function widerBlocks(address: string): string[] {
  const family = isIP(address);
  if (family === 4) return [`${address.split(".").slice(0, 3).join(".")}.0/24`];
  if (family !== 6) return [];
  const groups = readIpv6(address);
  return [ipv6Prefix(groups, 56), ipv6Prefix(groups, 48)];
}

/**
 * What one provider holds at the least: the /32 of IPv6 (RFC 6177), which is 65,536 networks; the /16
 * of IPv4. Whoever is a provider to themselves is one in limits by it. Null for no address.
 */
export function findProviderBlock(address: string): string | null {
  const family = isIP(address);
  if (family === 4) return `${address.split(".").slice(0, 2).join(".")}.0.0/16`;
  return family === 6 ? ipv6Prefix(readIpv6(address), 32) : null;
}

/** The first four of the eight groups: what follows belongs to one customer. */
function readIpv6(address: string): number[] {
  const [before = "", after] = address.toLowerCase().split("%", 1).join("").split("::");
  const head = before === "" ? [] : before.split(":");
  const tail = after === undefined || after === "" ? [] : after.split(":");
  // An IPv4 address at the end stands for two groups.
  const length = (groups: string[]) => groups.length + (groups.at(-1)?.includes(".") ? 1 : 0);
  const zeros = after === undefined ? 0 : 8 - length(head) - length(tail);
  const groups = [...head, ...Array.from({ length: zeros }, () => "0"), ...tail];
  return groups.slice(0, 4).map((group) => Number.parseInt(group, 16));
}

/** Such as `2001:db8:1:200::/56`. `bits` is 64 at most. */
function ipv6Prefix(groups: readonly number[], bits: number): string {
  const retained = groups.map((group, index) => {
    const cachedBits = Math.min(16, Math.max(0, bits - 16 * index));
    return group & (0xffff << (16 - cachedBits)) & 0xffff;
  });
  return `${retained.map((group) => group.toString(16)).join(":")}::/${bits}`;
}
