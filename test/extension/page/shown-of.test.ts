import { describe, expect, it } from 'vitest';
import { shownOf } from '../../../components/approvals/shown-of.ts';
import type { SignInFinding } from '../../../shared/approvals/sign-in.ts';
import type {
  ApprovalCheck,
  MessageView,
  TransactionView,
} from '../../../shared/approvals/view.ts';

const COMMON = {
  id: 'id',
  position: { index: 1, count: 1 },
  mark: 'mark',
  isPhishing: false,
  network: 'Base',
  account: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  accountName: 'Savings',
};

const PASSED: ApprovalCheck = { label: 'Maker', status: 'passed', detail: 'holds 12.5 USDC' };

function transaction(
  checks: readonly ApprovalCheck[],
  row = 'Fee of 1.25 USDC',
  more: Partial<TransactionView> = {},
): string {
  return shownOf({
    ...COMMON,
    kind: 'transaction',
    steps: [
      {
        number: 1,
        sentence: 'Buy',
        leaves: [],
        arrives: [],
        rows: [{ label: 'Fee', value: row }],
        checks,
        raw: [],
      },
    ],
    leaves: [],
    arrives: [],
    isSimulated: false,
    simulation: { outcome: 'succeeds' },
    coin: 'ETH',
    fees: [],
    ...more,
  });
}

function message(more: Partial<MessageView>): string {
  return shownOf({ ...COMMON, kind: 'personal_sign', hex: '0x', ...more });
}

describe('what a prompt says', () => {
  it('is another when a check turns from passed to warned', () => {
    expect(transaction([{ ...PASSED, status: 'warned' }])).not.toBe(transaction([PASSED]));
    expect(transaction([])).not.toBe(transaction([PASSED]));
    const signIn = (finding: SignInFinding): Partial<MessageView> => ({
      text: 'Sign in',
      signIn: { form: 'standard', rights: [], resources: [], findings: [finding] },
    });
    expect(message(signIn({ check: 'expiry', problem: 'expired' }))).not.toBe(
      message(signIn({ check: 'expiry' })),
    );
  });

  it('is another when a row names another token or another person', () => {
    expect(transaction([PASSED], 'Fee of 1.25 FAKE')).not.toBe(transaction([PASSED]));
  });

  it('is another when a warning comes, or the site is found to be one of thieves', () => {
    expect(transaction([PASSED], undefined, { danger: 'All of it.' })).not.toBe(
      transaction([PASSED]),
    );
    expect(message({ text: 'Hello' })).not.toBe(message({}));
    expect(message({ isPhishing: true })).not.toBe(message({}));
  });

  it('stays the same while only figures move with the blocks', () => {
    const moved = [{ ...PASSED, detail: 'holds 1,013 USDC' }];
    expect(transaction(moved, 'Fee of 11.2 USDC')).toBe(transaction([PASSED]));
  });
});
