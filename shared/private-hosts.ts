/** Names that public DNS never resolves (RFC 6761, 6762, 8375, and names that ICANN reserves). */
const PRIVATE_NAME = /(?:^|\.)(?:localhost|localdomain|local|lan|home|corp|internal|home\.arpa)$/;

/** IPv4 ranges that aren't routed on the public internet: first address and prefix length. */
const PRIVATE_V4: readonly (readonly [first: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  // Shared by carriers and overlay networks (RFC 6598).
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  // Used for tests of network devices (RFC 2544).
  ['198.18.0.0', 15],
  // Multicast and reserved.
  ['224.0.0.0', 3],
];

/**
 * IPv6 ranges: first groups and prefix length. Addresses that embed an IPv4 address are treated as
 * private.
 */
const PRIVATE_V6: readonly (readonly [groups: readonly number[], prefix: number])[] = [
  // Unspecified, loopback, IPv4-compatible.
  [[0, 0, 0, 0, 0, 0], 96],
  // IPv4-mapped, IPv4-translated (RFC 2765).
  [[0, 0, 0, 0, 0, 0xffff], 96],
  [[0, 0, 0, 0, 0xffff, 0], 96],
  // Teredo.
  [[0x2001, 0], 32],
  // NAT64 (RFC 6052, RFC 8215).
  [[0x64, 0xff9b, 0, 0, 0, 0], 96],
  [[0x64, 0xff9b, 1], 48],
  // 6to4.
  [[0x2002], 16],
  // Unique local, link-local, site-local, multicast.
  [[0xfc00], 7],
  [[0xfe80], 10],
  [[0xfec0], 10],
  [[0xff00], 8],
];

/**
 * Returns true for a host on the user's own computer or network, and for any form of address that
 * can mean such a host. `hostname` must have the form of `URL.hostname`, which is unique for each
 * address.
 */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/\.$/, '');
  if (host.startsWith('[')) return isPrivateV6(host.slice(1, -1));
  const v4 = toV4(host);
  if (v4 !== undefined) {
    return PRIVATE_V4.some(
      ([first, prefix]) => v4 >>> (32 - prefix) === (toV4(first) ?? 0) >>> (32 - prefix),
    );
  }
  // A name without a dot is local.
  return !host.includes('.') || PRIVATE_NAME.test(host);
}

function toV4(host: string): number | undefined {
  if (!/^\d{1,3}(?:\.\d{1,3}){3}$/.test(host)) return undefined;
  return host.split('.').reduce((sum, byte) => sum * 256 + Number(byte), 0);
}

function isPrivateV6(address: string): boolean {
  const [head = '', tail] = address.split('::');
  const groups = (part: string) =>
    part === '' ? [] : part.split(':').map((one) => Number.parseInt(one, 16));
  const [first, last] = [groups(head), tail === undefined ? [] : groups(tail)];
  const zeros = Array<number>(8 - first.length - last.length).fill(0);
  const bits = toBits([...first, ...zeros, ...last]);
  return PRIVATE_V6.some(([range, prefix]) => bits.startsWith(toBits(range).slice(0, prefix)));
}

function toBits(groups: readonly number[]): string {
  return groups.map((group) => group.toString(2).padStart(16, '0')).join('');
}
