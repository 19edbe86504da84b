import { createSiweMessage } from 'viem/siwe';
import { describe, expect, it } from 'vitest';
import { readSignIn, refusedProblem } from '../../../shared/approvals/sign-in.ts';

const ACCOUNT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const OTHER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const NOW = Date.parse('2026-11-20T12:00:00Z');
const REQUEST = { origin: 'https://dapp.example', account: ACCOUNT, chainId: 8453, now: NOW };

type Message = Parameters<typeof createSiweMessage>[0];

const message = (change: Partial<Message> = {}) =>
  createSiweMessage({
    address: ACCOUNT,
    chainId: 8453,
    domain: 'dapp.example',
    nonce: 'abcdefgh12345678',
    uri: 'https://dapp.example/login',
    version: '1',
    issuedAt: new Date(NOW),
    statement: 'Welcome back.',
    ...change,
  });

function read(text: string, change: Partial<typeof REQUEST> = {}) {
  const found = readSignIn(text, { ...REQUEST, ...change });
  if (found === undefined) throw new TypeError('not a sign-in');
  const problems = found.findings.flatMap(({ problem }) => problem ?? []);
  return { ...found, problems, refused: refusedProblem(found) };
}

describe('a sign-in in the standard form', () => {
  it('reports no problem when a sign-in names the requesting site', () => {
    expect(read(message({ resources: ['https://dapp.example/terms'] }))).toMatchObject({
      form: 'standard',
      domain: 'dapp.example',
      statement: 'Welcome back.',
      uri: 'https://dapp.example/login',
      resources: ['https://dapp.example/terms'],
      problems: [],
      refused: undefined,
    });
  });

  it.each([
    ['a different site', message({ domain: 'bank.example' }), {}],
    ['a different port of the site', message({ domain: 'dapp.example:8443' }), {}],
    ['a subdomain of the requesting site', message({ domain: 'login.dapp.example' }), {}],
    ['the http version of the site', message({ scheme: 'http' }), {}],
    [
      'the https version of an http site',
      message({ scheme: 'https' }),
      { origin: 'http://dapp.example' },
    ],
    ['a name that is only the end of the site’s name', message({ domain: 'pp.example' }), {}],
    ['a parent site on a different port', message(), { origin: 'https://app.dapp.example:8443' }],
  ])('rejects a sign-in for %s', (_, text, change) => {
    expect(read(text, change)).toMatchObject({ form: 'standard', refused: 'otherSite' });
  });

  it('rejects a sign-in for a different account', () => {
    expect(read(message({ address: OTHER }))).toMatchObject({ refused: 'otherAccount' });
  });

  it('reports a problem with a sign-in to a parent domain of the requesting site, but doesn’t refuse the sign-in', () => {
    expect(read(message(), { origin: 'https://app.dapp.example' })).toMatchObject({
      problems: ['parentSite'],
      refused: undefined,
    });
  });

  it.each([
    'https://dapp.example.evil.test/login',
    'https://evil.test/?https://dapp.example/login',
    'did:key:z6MkrBdNdwUPnXDVD1DCxedzVVBpaGi8aSmoXFAeKNgtAer8',
    'ftp://dapp.example/login',
    'javascript:alert(1)',
  ])(
    'reports a problem with a sign-in whose URI isn’t on the requesting site, but doesn’t refuse the sign-in: %s',
    (uri) => {
      expect(read(message({ uri }))).toMatchObject({ problems: ['otherUri'], refused: undefined });
      const lax = message({ uri }).replace('Version: 1', 'Version: 2');
      expect(read(lax)).toMatchObject({
        form: 'resembling',
        problems: ['notStandard', 'otherUri'],
      });
    },
  );

  it.each(['https://dapp.example', 'https://api.dapp.example/session', 'http://dapp.example:80/'])(
    'accepts a URI on the site’s own host or domain: %s',
    (uri) => {
      expect(read(message({ uri }))).toMatchObject({ problems: [] });
    },
  );

  it('accepts the requesting site in a different letter case and with its default port', () => {
    const text = message().replace('dapp.example wants', 'DAPP.example:443 wants');
    expect(read(text)).toMatchObject({ problems: [] });
  });

  it('accepts a host without a dot, as in private networks', () => {
    const text = message({ uri: 'http://intranet/login' }).replace(
      'dapp.example wants',
      'intranet wants',
    );
    expect(read(text, { origin: 'http://intranet' })).toMatchObject({ problems: [] });
  });

  it.each([
    ['a different network', message({ chainId: 1 }), 'otherNetwork'],
    ['a time in the past', message({ expirationTime: new Date(NOW - 1) }), 'expired'],
    ['a time in the future', message({ notBefore: new Date(NOW + 1000) }), 'notYetValid'],
  ])(
    'reports a problem with a sign-in for %s, but doesn’t refuse the sign-in',
    (_, text, problem) => {
      expect(read(text)).toMatchObject({ problems: [problem], refused: undefined });
    },
  );
});

describe('a message that resembles a sign-in', () => {
  const PHRASE = 'wants you to sign in with your Ethereum account';

  it.each([
    ['a UUID as its nonce', message().replace(/Nonce: .*/, 'Nonce: 6f1c0a1e-4b7a-4f0e-9a53-d0')],
    ['no nonce', message().replace(/^Nonce:.*\n/m, '')],
    ['no URI', message().replace(/^URI:.*\n/m, '')],
    ['no chain id', message().replace(/^Chain ID:.*\n/m, '')],
    ['nothing but the phrase', `Example ${PHRASE}.`],
    ['nothing but the site and the phrase', `dapp.example ${PHRASE}:\n${ACCOUNT}`],
    ['a name instead of the site', `Dapp Exchange ${PHRASE}:\n${ACCOUNT}`],
  ])(
    'reports a problem with a message that resembles a sign-in and has %s, but doesn’t refuse the message',
    (_, text) => {
      expect(read(text)).toMatchObject({
        form: 'resembling',
        problems: ['notStandard'],
        refused: undefined,
      });
    },
  );

  it.each([
    ['at its start', `bank.example ${PHRASE}:\n${ACCOUNT}`],
    ['in quotes', `"bank.example" ${PHRASE}`],
    ['with a path', `https://bank.example/login ${PHRASE}`],
    ['after the requesting site', `dapp.example ${PHRASE}\n\nbank.example ${PHRASE}`],
    ['after a user name', `dapp.example@bank.example ${PHRASE}`],
    ['as an IPv6 address', `[::1]:8545 ${PHRASE}`],
    ['as the user’s own machine', `localhost ${PHRASE}`],
    [
      'in a message without a nonce',
      message({ domain: 'bank.example' }).replace(/^Nonce.*\n/m, ''),
    ],
  ])('rejects a message that resembles a sign-in when it names a different site %s', (_, text) => {
    expect(read(text)).toMatchObject({ form: 'resembling', refused: 'otherSite' });
  });

  it('rejects a message that resembles a sign-in when it names a different account', () => {
    const text = message({ address: OTHER }).replace(/^Nonce:.*\n/m, '');
    expect(read(text)).toMatchObject({ form: 'resembling', refused: 'otherAccount' });
  });

  it.each([
    ['a line between its fields', message().replace('\nIssued At', '\nExtra: 1\nIssued At')],
    ['text after its end', `${message()}\nand all your tokens`],
    ['an invalid time', message().replace(/Issued At: .*/, 'Issued At: soon')],
    [
      'an invalid expiration time',
      message({ expirationTime: new Date(NOW + 1000) }).replace(
        /Expiration Time: .*/,
        'Expiration Time: never',
      ),
    ],
  ])('treats a message as merely resembling a sign-in when it has %s', (_, text) => {
    expect(read(text).form).toBe('resembling');
  });

  it('reports unreadable rights in a message that resembles a sign-in', () => {
    const text = `${message({ resources: ['urn:recap:AAAA'] })}\nmore`;
    expect(read(text).problems).toEqual(['notStandard', 'unreadableRights']);
  });

  it('reports a problem when a message that resembles a sign-in names a parent domain of the site, but doesn’t refuse the message', () => {
    expect(read(`dapp.example ${PHRASE}`, { origin: 'https://app.dapp.example' })).toMatchObject({
      problems: ['notStandard', 'parentSite'],
      refused: undefined,
    });
  });

  it('recognizes a message that resembles a sign-in even if it has hidden characters or is in capitals', () => {
    for (const text of [
      message().replace('wants you', 'wants\u200b you'),
      message().replace('sign in', 'sign\u00a0in'),
      message().toUpperCase(),
    ]) {
      expect(readSignIn(text, REQUEST)).toBeDefined();
    }
  });
});

describe('an ordinary message', () => {
  it('doesn’t treat an ordinary message as a sign-in', () => {
    expect(readSignIn('Hello, dapp.example', REQUEST)).toBeUndefined();
  });
});
