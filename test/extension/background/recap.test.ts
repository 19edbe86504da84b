import { createSiweMessage } from 'viem/siwe';
import { describe, expect, it } from 'vitest';
import { isRecap, readRecap } from '../../../entrypoints/background/approvals/recap.ts';
import { checkSignIn } from '../../../entrypoints/background/approvals/sign-in.ts';

const ACCOUNT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const NOW = Date.parse('2026-11-20T12:00:00Z');
const ASKED = { origin: 'https://dapp.example', account: ACCOUNT, chainId: 8453, now: NOW };
const recapOf = (details: unknown) =>
  `urn:recap:${Buffer.from(JSON.stringify(details)).toString('base64url')}`;

/** The example of ERC-5573 with two resources. */
const RIGHTS = {
  att: {
    'https://example.com/pictures/': {
      'crud/delete': [{}],
      'crud/update': [{}],
      'other/action': [{}],
    },
    'mailto:username@example.com': {
      'msg/receive': [{ max_count: 5, templates: ['newsletter'] }],
      'msg/send': [{ to: 'someone@email.com' }, { to: 'joe@email.com' }],
    },
  },
  prf: ['zdj7Wj6cnL6kvqXRUuyXcK6DHbBXMkfgmSiRaV5aPvmxBkxWu'],
};
const STATEMENT =
  'I further authorize the stated URI to perform the following actions on my behalf: ' +
  "(1) 'crud': 'delete', 'update' for 'https://example.com/pictures/'. " +
  "(2) 'other': 'action' for 'https://example.com/pictures/'. " +
  "(3) 'msg': 'receive', 'send' for 'mailto:username@example.com'.";

describe('readRecap', () => {
  it('decodes the rights of the example of ERC-5573, with its statement', () => {
    const uri = recapOf(RIGHTS);
    expect(isRecap(uri)).toBe(true);
    expect(readRecap(uri)).toEqual({
      rights: [
        {
          resource: 'https://example.com/pictures/',
          abilities: ['crud/delete', 'crud/update', 'other/action'],
          isRestricted: false,
        },
        {
          resource: 'mailto:username@example.com',
          abilities: ['msg/receive', 'msg/send'],
          isRestricted: true,
        },
      ],
      statement: STATEMENT,
    });
  });

  it.each([
    ['no base64url', 'urn:recap:***'],
    ['no JSON', 'urn:recap:AAAA'],
    ['no rights', recapOf({ att: {} })],
    ['a list for rights', recapOf({ att: [] })],
    ['an ability without a name', recapOf({ att: { 'https://a.example': { read: [{}] } } })],
    ['an ability without limits', recapOf({ att: { 'https://a.example': { 'a/b': [] } } })],
    ['a resource without abilities', recapOf({ att: { 'https://a.example': {} } })],
    ['one unreadable right among others', recapOf({ att: { ...RIGHTS.att, x: { 'a b': [{}] } } })],
  ])('refuses %s', (_, uri) => {
    expect(readRecap(uri)).toBeUndefined();
  });
});

describe('a sign-in with rights', () => {
  const ask = (resources: string[], statement = STATEMENT) =>
    checkSignIn(
      createSiweMessage({
        address: ACCOUNT,
        chainId: 8453,
        domain: 'dapp.example',
        nonce: 'abcdefgh12345678',
        uri: 'https://dapp.example/login',
        version: '1',
        issuedAt: new Date(NOW),
        statement,
        resources,
      }),
      ASKED,
    );
  const rights = (found: ReturnType<typeof ask>) =>
    found?.checks.find(({ label }) => label === 'Rights');

  it('shows each right in words, and has the user agree to them', () => {
    const found = ask(['https://dapp.example/terms', recapOf(RIGHTS)]);
    expect(found?.rows.slice(3)).toEqual([
      {
        label: 'Right',
        value: 'crud/delete, crud/update, other/action on https://example.com/pictures/',
      },
      {
        label: 'Right',
        value: 'msg/receive, msg/send on mailto:username@example.com, with conditions',
      },
      { label: 'Resource', value: 'https://dapp.example/terms' },
    ]);
    expect(rights(found)).toEqual({ label: 'Rights', status: 'passed' });
    expect(found?.danger).toContain('I agree');
    expect(found?.refusal).toBeUndefined();
  });

  it('warns when the text names other rights than the data', () => {
    expect(rights(ask([recapOf(RIGHTS)], 'Welcome.'))).toMatchObject({ status: 'warned' });
    expect(rights(ask([recapOf(RIGHTS), recapOf(RIGHTS)]))).toMatchObject({ status: 'warned' });
  });

  it('says so when the rights cannot be read', () => {
    const found = ask(['urn:recap:AAAA']);
    expect(rights(found)).toMatchObject({ status: 'warned' });
    expect(found?.danger).toContain('can’t read');
  });

  it('shows hidden characters of a resource as codes', () => {
    const uri = recapOf({ att: { 'https://a.example\u202e': { 'a/b': [{}] } } });
    expect(ask([uri])?.rows.at(-1)?.value).toBe('a/b on https://a.example\\u{202e}');
  });

  it('of another site is refused as any other sign-in', () => {
    const text = ask([recapOf(RIGHTS)]);
    expect(text?.refusal).toBeUndefined();
    expect(
      checkSignIn(
        createSiweMessage({
          address: ACCOUNT,
          chainId: 8453,
          domain: 'bank.example',
          nonce: 'abcdefgh12345678',
          uri: 'https://dapp.example/login',
          version: '1',
          resources: [recapOf(RIGHTS)],
        }),
        ASKED,
      )?.refusal,
    ).toBeDefined();
  });
});
