import { describe, expect, it } from 'vitest';
import { describeMessage } from '../../../components/approvals/describe-message.ts';
import type { SignIn, SignInProblem } from '../../../shared/approvals/sign-in.ts';
import type { MessageView } from '../../../shared/messages/approval-view.ts';

const VIEW: MessageView = {
  id: 'id',
  kind: 'personal_sign',
  position: { index: 1, count: 1 },
  mark: 'mark',
  isPhishing: false,
  network: { chainId: 8453, name: 'Base' },
  account: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  accountName: 'Savings',
  hex: '0x',
  text: 'Sign in',
};
const SIGN_IN: SignIn = {
  form: 'standard',
  domain: 'dapp.example',
  uri: 'https://dapp.example/login',
  rights: [],
  resources: [],
  findings: [{ check: 'form' }],
};

function described(change: Partial<SignIn>) {
  return describeMessage({ ...VIEW, signIn: { ...SIGN_IN, ...change } });
}

function withProblem(problem: SignInProblem) {
  return described({ findings: [{ check: 'site', problem }] });
}

describe('the text of a sign-in', () => {
  it('names the site of a sign-in, and needs no acknowledgement when every check passed', () => {
    const found = described({});
    expect(found.title).toBe('Sign in with your account?');
    expect(found.rows[0]).toEqual({ label: 'Sign in to', value: 'dapp.example' });
    expect(found).not.toHaveProperty('danger');
    expect(found).not.toHaveProperty('refusal');
  });

  it('lists each right that a sign-in grants, and asks the user to agree', () => {
    const found = described({
      rights: [
        { resource: 'https://a.example', abilities: ['crud/delete'], isRestricted: false },
        { resource: 'https://b.example\u202e', abilities: ['a/b', 'a/c'], isRestricted: true },
      ],
    });
    expect(found.rows.slice(2)).toEqual([
      { label: 'Right', value: 'crud/delete on https://a.example' },
      { label: 'Right', value: 'a/b, a/c on https://b.example\\u{202e}, with conditions' },
    ]);
    expect(found.danger).toContain('I agree');
  });

  it.each(['otherSite', 'otherAccount'] as const)(
    'refuses a sign-in with the problem %s',
    (problem) => {
      const found = withProblem(problem);
      expect(found.refusal).toContain('Condor won’t sign it');
      expect(found.checks).toEqual([expect.objectContaining({ status: 'failed' })]);
    },
  );

  it.each([
    'parentSite',
    'otherUri',
    'otherNetwork',
    'expired',
    'notYetValid',
    'unreadableRights',
  ] as const)('asks for an acknowledgement of the problem %s', (problem) => {
    const found = withProblem(problem);
    expect(found.danger).toMatch(/^I /);
    expect(found.refusal).toBeUndefined();
    expect(found.checks).toEqual([expect.objectContaining({ status: 'warned' })]);
  });
});

describe('a text to sign', () => {
  const words = (text: string) =>
    describeMessage({ ...VIEW, text, hex: `0x${Buffer.from(text).toString('hex')}` });

  it('requires an acknowledgement of a text that is as long as a hash', () => {
    expect(words('a'.repeat(32)).danger).toContain('as long as the hash of an order');
    expect(words('ä'.repeat(16)).danger).toContain('as long as the hash of an order');
  });

  it.each([31, 33, 64, 66])('needs no acknowledgement of a text with %d bytes', (length) => {
    expect(words('a'.repeat(length))).not.toHaveProperty('danger');
  });
});
