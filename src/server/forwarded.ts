import { BlockList, isIP } from "node:net";

/**
 * What a request says about itself, believed only from a trusted proxy. `TRUST_PROXY` is a comma
 * list of addresses and CIDR blocks; the word `loopback` stands for this machine.
 */
export type Forwarded = { ipAddress: string; protocol: "http" | "https"; host: string };

export type ProxyTrust = (address: string) => boolean;

export function readProxyTrust(setting: string): ProxyTrust {
  const blocks = new BlockList();
  const names = setting.split(",").map((name) => name.trim());
  for (const name of names.flatMap((each) =>
    each === "loopback" ? ["127.0.0.0/8", "::1"] : each === "" ? [] : [each],
  )) {
    const [address = "", prefix] = name.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (isIP(address) === 0) throw new Error("TRUST_PROXY must list addresses or CIDR blocks.");
    if (prefix === undefined) blocks.addAddress(address, family);
    else blocks.addSubnet(address, Number(prefix), family);
  }
  return (address) => {
    const plain = address.replace(/^::ffff:/i, "");
    const family = isIP(plain);
    return family !== 0 && blocks.check(plain, family === 6 ? "ipv6" : "ipv4");
  };
}

/** Reads the forwarded headers of a request that arrived from `peerAddress`. */
export function readForwarded(
  headers: Headers,
  peerAddress: string,
  isTrusted: ProxyTrust,
): Forwarded {
  const host = headers.get("host") ?? "localhost";
  if (!isTrusted(peerAddress)) return { ipAddress: peerAddress, protocol: "http", host };
  // The nearest address that is not one of our own proxies is the visitor's: whatever stands
  // further left was written by the visitor and proves nothing.
  const chain = (headers.get("x-forwarded-for") ?? "")
    .split(",")
    .map((address) => address.trim())
    .filter((address) => isIP(address) !== 0);
  const ipAddress = chain.findLast((address) => !isTrusted(address)) ?? chain[0] ?? peerAddress;
  const protocol = headers.get("x-forwarded-proto") === "https" ? "https" : "http";
  return { ipAddress, protocol, host: headers.get("x-forwarded-host") ?? host };
}
