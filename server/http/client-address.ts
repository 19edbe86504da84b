import { isIPv4, isIPv6 } from 'node:net';

/** Group of all forwarded values that aren't addresses; they count together. */
const NO_ADDRESS = 'unknown';
const SUBSCRIBER_GROUPS = 4;

/**
 * Returns the group that a per-address limit counts: an IPv4 address, or the /64 of one IPv6
 * subscriber. Ports, zones and IPv4 written as IPv6 (`::ffff:192.0.2.1`) don't change the group.
 */
export function addressGroup(address: string): string {
  const bare = clientAddress(address);
  if (bare === undefined || isIPv4(bare)) return bare ?? NO_ADDRESS;
  const subscriber = groupsOf(bare).slice(0, SUBSCRIBER_GROUPS);
  return `${subscriber.map((group) => group.toString(16)).join(':')}::/64`;
}

/** Returns the bare address, mapped IPv4 as IPv4; undefined for other texts. */
export function clientAddress(address: string): string | undefined {
  const [, bracketed, v4] = /^(?:\[(.+)\]|([\d.]+))(?::\d{1,5})?$/.exec(address) ?? [];
  const bare = (bracketed ?? v4 ?? address).split('%')[0] ?? '';
  if (isIPv4(bare)) return bare;
  if (!isIPv6(bare)) return undefined;
  const groups = groupsOf(bare);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (!isMapped) return bare;
  const [high = 0, low = 0] = groups.slice(6);
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** Returns the eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
  const [, head = '', a = 0, b = 0, c = 0, d = 0] = dotted ?? [];
  const word = (high: string | number, low: string | number) =>
    ((Number(high) << 8) | Number(low)).toString(16);
  const text = dotted === null ? address : `${head}${word(a, b)}:${word(c, d)}`;
  const [left = '', right] = text.split('::');
  const before = left === '' ? [] : left.split(':');
  const after = right === undefined || right === '' ? [] : right.split(':');
  const missing = right === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...after].map(
    (group) => Number.parseInt(group, 16),
  );
}
