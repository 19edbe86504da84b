import { describe, expect, it } from 'vitest';
import { hostParts } from '../../../components/texts/host-parts.ts';
import { lookAlikeOf } from '../../../components/texts/look-alikes.ts';
import { readableHost } from '../../../components/texts/readable-host.ts';

describe('the readable form of a host', () => {
  it('decodes a punycode host', () => {
    expect(readableHost('https://xn--bcher-kva.example')).toBe('bücher.example');
    expect(readableHost('https://app.xn--80ak6aa92e.com:8443')).toBe('app.аррӏе.com');
  });

  it('returns nothing when the readable form is the same as the host', () => {
    expect(readableHost('https://condor.example')).toBeUndefined();
    expect(readableHost('http://127.0.0.1:8788')).toBeUndefined();
  });

  it('returns nothing for a host that isn’t valid punycode, or for text that isn’t a host', () => {
    expect(readableHost('https://xn--0.example')).toBeUndefined();
    expect(readableHost('condor')).toBeUndefined();
  });
});

describe('a host in letters of other scripts', () => {
  it.each([
    ['аррӏе.com', 'apple.com'],
    ['app.pаypal.com', 'app.paypal.com'],
    ['metаmаsк.io', 'metamask.io'],
    ['gοοgle.example', 'google.example'],
  ])('reports that %s imitates %s', (host, imitated) => {
    expect(lookAlikeOf(host)).toEqual({ kind: 'imitates', host: imitated });
  });

  it('reports mixed scripts even if they imitate no Latin name', () => {
    expect(lookAlikeOf('walletж.example')).toEqual({ kind: 'mixes' });
  });

  it.each([
    'bücher.example',
    'москва.com',
    'пример.рф',
    'оса.рф',
    'ελλάδα.gr',
    '日本語abc.jp',
    'app.condor.example',
  ])('accepts %s as an ordinary name', (host) => {
    expect(lookAlikeOf(host)).toBeUndefined();
  });
});

describe('the main part of an origin', () => {
  const long = 'app.metamask.io.session-restore-and-verify';
  it.each([
    ['https://condor.example', 'condor.example'],
    ['http://127.0.0.1:8788', '127.0.0.1'],
    [`https://${long}.evil-domain.xyz:8443`, 'evil-domain.xyz'],
    [`https://${long}.evil-domain.co.uk`, 'evil-domain.co.uk'],
    [`https://${long}.evil-domain.xyz.`, 'evil-domain.xyz.'],
    ['condor', 'condor'],
  ])(
    'splits the origin %s around its main part %s without dropping a character',
    (origin, main) => {
      const parts = hostParts(origin);
      expect(parts.main).toBe(main);
      expect(`${parts.before}${parts.main}${parts.after}`).toBe(origin);
    },
  );
});
