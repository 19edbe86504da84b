import { expect, it } from 'vitest';
import { addressGroup } from '../../../server/http/client-address.ts';

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:0:1::', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['192.0.2.7:49152', '192.0.2.7'],
  ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
  ['007.7.7.4', 'unknown'],
  ['x'.repeat(16_000), 'unknown'],
])('counts requests from %s under %s', (address, group) => {
  expect(addressGroup(address)).toBe(group);
});
