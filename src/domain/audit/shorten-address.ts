import { isIP } from "node:net";

/**
 * The network that an address belongs to, an IPv4 /24 or an IPv6 /48: enough to tell two places
 * apart, too little to name a household. Null for what is no address.
 */
export function shortenAddress(address: string): string | null {
  const plain = address.replace(/%.*$/, "").replace(/^::ffff:(?=\d+\.)/i, "");
  switch (isIP(plain)) {
    case 4:
      return `${plain.split(".").slice(0, 3).join(".")}.0/24`;
    case 6:
      return `${splitGroups(plain).slice(0, 3).join(":")}::/48`;
    default:
      return null;
  }
}

/** The first groups of an IPv6 address, without leading zeros; `::` stands for as many as lack. */
function splitGroups(address: string): string[] {
  const [head = "", tail] = address.toLowerCase().split("::");
  const split = (text: string | undefined) => (text ? text.split(":") : []);
  const [before, after] = [split(head), split(tail)];
  const lacking = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  return [...before, ...Array<string>(lacking).fill("0"), ...after].map((group) =>
    group.replace(/^0+(?=.)/, ""),
  );
}
