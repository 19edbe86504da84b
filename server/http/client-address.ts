import { isIPv6 } from 'node:net';

const LONGEST_ADDRESS = 45;

/**
 * Whom a per-address limit counts: an IPv4 address, or the /64 that one IPv6 subscriber holds.
 * IPv4 written as IPv6 (`::ffff:192.0.2.1`) is the IPv4 address. What is no address (a proxy may
 * forward anything) counts by its beginning.
 */
export function addressGroup(address: string): string {
  const bare = address.split('%')[0] ?? address;
  if (!isIPv6(bare)) return bare.slice(0, LONGEST_ADDRESS);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail] = bare.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
