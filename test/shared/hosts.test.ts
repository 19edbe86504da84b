import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasHostName, isHostName } from '../../shared/hosts.ts';

describe('hasHostName', () => {
  it.each([
    'https://node.example',
    'https://node.example:8545/rpc?key=*',
    'https://xn--bcher-kva.example',
    'https://a_b.example.',
    'http://localhost:8545',
    'https://10.0.0.1',
    'https://[2606:4700::1111]:443/',
  ])('accepts the host of the address %s', (address) => {
    expect(hasHostName(address)).toBe(true);
  });

  it.each([
    'https://*.evil.test/rpc',
    'https://*',
    'https://a*b.example',
    "https://a'b.example",
    'https://a!b.example',
    'https://a$b.example',
    'https://a,b.example',
    'https://a;b.example',
    'https://a(b).example',
    'https://-a.example',
    'https://a..example',
    'https://.example',
    `https://${'a'.repeat(64)}.example`,
    'evil.test',
    'data:text/html,x',
    '',
  ])('rejects the host of the address “%s”', (address) => {
    expect(hasHostName(address)).toBe(false);
  });

  it('isHostName rejects a host that starts or ends with a character that browser rules or permissions interpret', () => {
    fc.assert(
      fc.property(fc.webUrl(), fc.constantFrom(...'*^|?&=%!'), (url, sign) => {
        const host = new URL(url).hostname;
        return !isHostName(`${sign}${host}`) && !isHostName(`${host}${sign}`);
      }),
    );
  });
});
