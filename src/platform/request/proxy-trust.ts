import { BlockList, isIP } from "node:net";

/** Whether an address is one of the operator's trusted proxies. */
export type ProxyTrust = (address: string) => boolean;

const MOST_KNOWN = 1_000;
const LOOPBACK = ["127.0.0.0/8", "::1"];

/**
 * Reads `TRUST_PROXY`: addresses and CIDR blocks, separated by commas; the word `loopback` means
 * this machine. Returns null if it cannot be parsed.
 */
export function parseProxyTrust(setting: string): ProxyTrust | null {
  const names = setting.split(",").map((name) => name.trim());
  const blocks = new BlockList();
  for (const block of names.flatMap((name) => (name === "loopback" ? LOOPBACK : [name]))) {
    if (block !== "" && !addBlock(blocks, block)) return null;
  }
  const isTrusted = (address: string) => {
    const plain = normaliseAddress(address);
    return plain !== null && blocks.check(plain, ipFamily(plain));
  };
  // Cached, because it is called twice for every request, mostly with the same few addresses.
  const known = new Map<string, boolean>();
  return (address) => {
    const remembered = known.get(address);
    if (remembered !== undefined) return remembered;
    if (known.size >= MOST_KNOWN) known.clear();
    const trusted = isTrusted(address);
    known.set(address, trusted);
    return trusted;
  };
}

function addBlock(blocks: BlockList, block: string): boolean {
  const [address = "", prefix, ...rest] = block.split("/");
  const bits = isIP(address) === 6 ? 128 : 32;
  if (isIP(address) === 0 || rest.length > 0) return false;
  if (prefix === undefined) blocks.addAddress(address, ipFamily(address));
  else if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > bits) return false;
  else blocks.addSubnet(address, Number(prefix), ipFamily(address));
  return true;
}

function ipFamily(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 6 ? "ipv6" : "ipv4";
}

/**
 * Normalises an IP address: removes the port or brackets that some proxies write and the zone, and
 * writes IPv4 as IPv4, although a dual-stack socket reports it as `::ffff:192.0.2.1`. Returns null
 * if it is not an address.
 */
export function normaliseAddress(text: string): string | null {
  const [, bracketed] = /^\[([^\]]+)\](?::\d+)?$/.exec(text) ?? [];
  const [, withoutPort] = /^(\d+(?:\.\d+){3}):\d+$/.exec(text) ?? [];
  const address = (bracketed ?? withoutPort ?? text).replace(/%.*$/, "").replace(/^::ffff:/i, "");
  return isIP(address) === 0 ? null : address;
}
