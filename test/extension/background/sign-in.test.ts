import { createSiweMessage } from 'viem/siwe';
import { describe, expect, it } from 'vitest';
import { checkSignIn } from '../../../entrypoints/background/approvals/sign-in.ts';

const ACCOUNT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const NOW = Date.parse('2026-11-20T12:00:00Z');
const ASKED = { origin: 'https://dapp.example', account: ACCOUNT, chainId: 8453, now: NOW };

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

describe('a sign-in message', () => {
  it('of the site that asks is shown with its parts, and may be signed', () => {
    const found = checkSignIn(message({ resources: ['https://dapp.example/terms'] }), ASKED);
    expect(found?.refusal).toBeUndefined();
    expect(found?.rows).toEqual([
      { label: 'Sign in to', value: 'dapp.example' },
      { label: 'Says', value: 'Welcome back.' },
      { label: 'For', value: 'https://dapp.example/login' },
      { label: 'Resource', value: 'https://dapp.example/terms' },
    ]);
    expect(found?.checks.every(({ status }) => status === 'passed')).toBe(true);
  });

  const OTHER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
  it.each([
    ['another site', message({ domain: 'bank.example' }), {}],
    ['another port of the site', message({ domain: 'dapp.example:8443' }), {}],
    ['a site below it', message({ domain: 'login.dapp.example' }), {}],
    ['another scheme', message({ scheme: 'http' }), {}],
    ['another account', message({ address: OTHER }), {}],
    ['another network', message({ chainId: 1 }), {}],
    ['a time that is over', message({ expirationTime: new Date(NOW - 1) }), {}],
    ['a time to come', message({ notBefore: new Date(NOW + 1000) }), {}],
    ['a part missing', message().replace(/^Nonce:.*\n/m, ''), {}],
    [
      'a site that has another scheme itself',
      message({ scheme: 'https' }),
      { origin: 'http://dapp.example' },
    ],
  ])('for %s is refused', (_, text, change) => {
    expect(checkSignIn(text, { ...ASKED, ...change })?.refusal).toMatch(/does not sign/);
  });

  it('is seen behind hidden characters and in other letter cases too', () => {
    for (const text of [
      message().replace('wants you', 'wants\u200b you'),
      message().replace('sign in', 'sign\u00a0in'),
      message().toUpperCase(),
    ]) {
      expect(checkSignIn(text, ASKED)).toBeDefined();
    }
  });

  it('is told from any other message', () => {
    expect(checkSignIn('Hello, dapp.example', ASKED)).toBeUndefined();
  });
});
