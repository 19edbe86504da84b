import { describe, expect, it } from 'vitest';
import { shownOf } from '../../../components/approvals/shown-of.ts';
import type { TokenFact } from '../../../shared/approvals/facts/amounts.ts';
import type { CheckFact } from '../../../shared/approvals/facts/checks.ts';
import type { RowFact } from '../../../shared/approvals/facts/rows.ts';
import type { SignInFinding } from '../../../shared/approvals/sign-in.ts';
import type {
  CallMeaning,
  MessageView,
  StepView,
  TransactionView,
} from '../../../shared/messages/approval-view.ts';

const COMMON = {
  id: 'id',
  position: { index: 1, count: 1 },
  mark: 'mark',
  isPhishing: false,
  network: { chainId: 8453, name: 'Base' },
  account: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  accountName: 'Savings',
};

const USDC: TokenFact = { address: `0x${'01'.repeat(20)}`, symbol: 'USDC', decimals: 6 };
const FAKE: TokenFact = { ...USDC, symbol: 'FAKE' };
const MAKER = `0x${'0a'.repeat(20)}`;

const enough = (units: string, token = USDC): CheckFact => ({
  code: 'balance.enough',
  status: 'passed',
  needed: { token, units },
});
const short = (units: string): CheckFact => ({
  code: 'balance.short',
  status: 'warned',
  held: { token: USDC, units },
  needed: { token: USDC, units },
});
const fee = (units: string, token = USDC): RowFact => ({
  label: 'fee',
  value: { kind: 'amount', amount: { token, units } },
});

function transaction(
  checks: readonly CheckFact[],
  rows: readonly RowFact[] = [fee('1250000')],
  { meaning = {}, ...more }: Partial<TransactionView> & { meaning?: Partial<StepView> } = {},
): string {
  return shownOf({
    ...COMMON,
    kind: 'transaction',
    steps: [
      {
        number: 1,
        call: { kind: 'close' },
        leaves: [],
        arrives: [],
        rows,
        checks,
        dangers: [],
        raw: { wei: '0', chainId: 8453, data: '0x' },
        ...meaning,
      },
    ],
    leaves: [],
    arrives: [],
    isSimulated: false,
    simulation: { outcome: 'succeeds', block: '1' },
    coin: 'ETH',
    fees: [],
    dangers: [],
    ...more,
  });
}

function message(more: Partial<MessageView>): string {
  return shownOf({ ...COMMON, kind: 'personal_sign', hex: '0x', ...more });
}

describe('the mark of a prompt’s content', () => {
  it('changes the mark of a prompt when the account turns out to run foreign code', () => {
    expect(message({ text: 'hi', runsCode: true })).not.toBe(message({ text: 'hi' }));
  });

  it('changes the mark of a prompt when a passed check turns into a warning', () => {
    expect(transaction([short('5')])).not.toBe(transaction([enough('5')]));
    expect(transaction([])).not.toBe(transaction([enough('5')]));
    const signIn = (finding: SignInFinding): Partial<MessageView> => ({
      text: 'Sign in',
      signIn: { form: 'standard', rights: [], resources: [], findings: [finding] },
    });
    expect(message(signIn({ check: 'expiry', problem: 'expired' }))).not.toBe(
      message(signIn({ check: 'expiry' })),
    );
  });

  it('changes the mark of a prompt when a row shows a different token or address', () => {
    const plain = transaction([], [fee('5')]);
    expect(transaction([], [fee('5', FAKE)])).not.toBe(plain);
    const maker = (address: string): RowFact => ({
      label: 'maker',
      value: { kind: 'address', address },
    });
    expect(transaction([], [maker(MAKER)])).not.toBe(transaction([], [maker(USDC.address)]));
  });

  it('changes the mark of a prompt when the call or an inner call changes', () => {
    const inner: CallMeaning = {
      call: { kind: 'close' },
      leaves: [],
      arrives: [],
      rows: [],
      checks: [],
      dangers: [],
    };
    const plain = transaction([], [], { meaning: { inner: [inner] } });
    expect(transaction([], [], { meaning: { inner: [] } })).not.toBe(plain);
    expect(
      transaction([], [], { meaning: { inner: [{ ...inner, call: { kind: 'payout' } }] } }),
    ).not.toBe(plain);
    expect(
      transaction([], [], { meaning: { inner: [{ ...inner, checks: [short('5')] }] } }),
    ).not.toBe(plain);
    expect(transaction([], [], { meaning: { call: { kind: 'payout' } } })).not.toBe(
      transaction([], []),
    );
  });

  it('changes the mark of a prompt when a warning appears, or the site is found to be phishing', () => {
    const plain = transaction([], []);
    expect(transaction([], [], { dangers: [{ code: 'unstable' }] })).not.toBe(plain);
    expect(transaction([], [], { refusal: { code: 'notWaiting' } })).not.toBe(plain);
    expect(transaction([], [], { meaning: { dangers: [{ code: 'optionUnknown' }] } })).not.toBe(
      plain,
    );
    const fee = (wei: string) =>
      transaction([], [], { dangers: [{ code: 'unusualFee', most: { wei, coin: 'ETH' } }] });
    expect(fee('1')).not.toBe(fee('2'));
    expect(message({ text: 'Hello' })).not.toBe(message({}));
    expect(message({ isPhishing: true })).not.toBe(message({}));
  });

  it('keeps the mark while only figures change from block to block', () => {
    expect(transaction([enough('1013000000')], [fee('11200000')])).toBe(
      transaction([enough('12500000')], [fee('1250000')]),
    );
  });
});
