import { createSiweMessage } from 'viem/siwe';
import { describe, expect, it } from 'vitest';
import { isRecap, readRecap } from '../../../shared/approvals/recap.ts';
import { readSignIn, refusedProblem } from '../../../shared/approvals/sign-in.ts';

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

describe('the rights of a sign-in', () => {
  it('decodes the example of ERC-5573, and returns the example’s statement', () => {
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
    ['text that isn’t base64url', 'urn:recap:***'],
    ['text that isn’t JSON', 'urn:recap:AAAA'],
    ['no rights', recapOf({ att: {} })],
    ['a list instead of rights', recapOf({ att: [] })],
    ['an ability without a name', recapOf({ att: { 'https://a.example': { read: [{}] } } })],
    ['an ability without limits', recapOf({ att: { 'https://a.example': { 'a/b': [] } } })],
    ['a resource without abilities', recapOf({ att: { 'https://a.example': {} } })],
    ['one unreadable right among others', recapOf({ att: { ...RIGHTS.att, x: { 'a b': [{}] } } })],
  ])('rejects an invalid recap URI: %s', (_, uri) => {
    expect(readRecap(uri)).toBeUndefined();
  });
});

describe('a sign-in with rights', () => {
  const read = (resources: string[], statement = STATEMENT, domain = 'dapp.example') =>
    readSignIn(
      createSiweMessage({
        address: ACCOUNT,
        chainId: 8453,
        domain,
        nonce: 'abcdefgh12345678',
        uri: 'https://dapp.example/login',
        version: '1',
        issuedAt: new Date(NOW),
        statement,
        resources,
      }),
      ASKED,
    );
  const rightsProblem = (found: ReturnType<typeof read>) =>
    found?.findings.find(({ check }) => check === 'rights')?.problem;

  it('reports each right, and lists ordinary resources separately', () => {
    const found = read(['https://dapp.example/terms', recapOf(RIGHTS)]);
    expect(found?.rights.map(({ resource, isRestricted }) => [resource, isRestricted])).toEqual([
      ['https://example.com/pictures/', false],
      ['mailto:username@example.com', true],
    ]);
    expect(found?.resources).toEqual(['https://dapp.example/terms']);
    expect(found?.findings).toContainEqual({ check: 'rights' });
  });

  it('warns when the text doesn’t name the rights in the data, or the data contains them twice', () => {
    expect(rightsProblem(read([recapOf(RIGHTS)], 'Welcome.'))).toBe('rightsNotInText');
    expect(rightsProblem(read([recapOf(RIGHTS), recapOf(RIGHTS)]))).toBe('rightsNotInText');
  });

  it('reports unreadable rights', () => {
    expect(rightsProblem(read(['urn:recap:AAAA']))).toBe('unreadableRights');
  });

  it('rejects a sign-in with rights when the sign-in names a different site', () => {
    const found = read([recapOf(RIGHTS)], STATEMENT, 'bank.example');
    expect(found && refusedProblem(found)).toBe('otherSite');
  });
});
