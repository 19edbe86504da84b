import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { i18n } from '#i18n';
import { describeCheck } from '../../../components/approvals/describe-check.ts';
import { TransactionCard } from '../../../components/approvals/TransactionCard.tsx';
import type { CheckFact } from '../../../shared/approvals/facts/checks.ts';
import type {
  ApprovalView,
  FeeOption,
  SimulationView,
  StepView,
} from '../../../shared/messages/approval-view.ts';

const TO = `0x${'ab'.repeat(20)}`;
const FEE: FeeOption = {
  preset: 'normal',
  total: '1000',
  least: '0x1',
  leastDataFee: '0x0',
  choice: { gas: ['0x5208'], maxFeePerGas: '0x2', maxPriorityFeePerGas: '0x1', isLegacy: false },
};
const FAILS: SimulationView = {
  outcome: 'fails',
  block: '7',
  failure: { code: 'refused', reason: { kind: 'contract', text: 'Too late' } },
};

/** Returns the window's content for an unknown call with these fees and this simulation. */
function cardOf(
  fees: readonly FeeOption[],
  simulation: SimulationView,
  step: Partial<StepView> = {},
  shown: Partial<Extract<ApprovalView, { kind: 'transaction' }>> = {},
): string {
  const raw = { to: TO, wei: '0', chainId: 8453, data: '0x12345678' };
  const view: Extract<ApprovalView, { kind: 'transaction' }> = {
    kind: 'transaction',
    id: 'draft',
    position: { index: 1, count: 1 },
    mark: 'mark',
    origin: 'https://site.example',
    isPhishing: false,
    network: { chainId: 8453, name: 'Base' },
    account: TO,
    steps: [
      {
        number: 1,
        call: { kind: 'unknown', to: TO },
        leaves: [],
        arrives: [],
        rows: [],
        checks: [],
        dangers: [{ code: 'meaning.unknown' }],
        raw,
        ...step,
      },
    ],
    leaves: [],
    arrives: [],
    isSimulated: true,
    simulation,
    coin: 'ETH',
    fees,
    dangers: [],
    ...shown,
  };
  const ignore = () => undefined;
  return renderToStaticMarkup(
    <TransactionCard
      view={view}
      problem={undefined}
      onReject={ignore}
      onRejectAll={ignore}
      onBlock={ignore}
      onSend={ignore}
      onAllowance={async () => undefined}
    />,
  );
}

const EXPIRED = { check: 'quote expiry', status: 'failed', reason: 'past' } as const;
const detailOf = (fact: CheckFact) => describeCheck(fact).detail ?? 'none';
const confirm = () => `>${i18n.t('approvals.confirm')}<`;
const unknownFee = () => i18n.t('approvals.feeUnknown');

describe('a transaction that the chain would reject', () => {
  it('shows only the failure when a failing transaction has no estimated fee, and doesn’t ask for consent', () => {
    const html = cardOf([], FAILS);
    expect(html).toContain('Too late');
    expect(html).toContain(i18n.t('approvals.notSendable'));
    expect(html).not.toContain(unknownFee());
    expect(html).not.toContain(confirm());
    expect(html).not.toContain('type="checkbox"');
  });

  it('lets the user confirm a failing transaction with an acknowledgement when its fee is estimated', () => {
    const html = cardOf([FEE], FAILS);
    expect(html).not.toContain(i18n.t('approvals.notSendable'));
    expect(html).toContain(confirm());
    expect(html).toContain('type="checkbox"');
  });
});

describe('a transaction whose fee the node does not report', () => {
  it('says that the node reports no fee, and doesn’t ask for consent', () => {
    const html = cardOf([], { outcome: 'unknown' });
    expect(html).toContain(unknownFee());
    expect(html).not.toContain('type="checkbox"');
  });
});

describe('a transaction that the node can call but not simulate', () => {
  const leaves = [{ kind: 'coin', symbol: 'ETH', units: '1' }] as const;

  it.each([
    ['one call', { outcome: 'succeeds', block: '7' }],
    ['the first call', { outcome: 'succeeds', block: '7', isFirstOnly: true }],
  ] as const)(
    'names the data as the source of balance changes only when there are balance changes: %s',
    (_, simulation) => {
      const source = i18n.t('approvals.changesFromData');
      const without = cardOf([FEE], simulation, {}, { isSimulated: false });
      expect(without).not.toContain(source);
      expect(cardOf([FEE], simulation, {}, { isSimulated: false, leaves })).toContain(source);
    },
  );
});

describe('an address in a request', () => {
  const TO_LINK = `/address/${TO}`;
  const rows = [{ label: 'spender', value: { kind: 'address', address: TO } }] as const;
  const base = { chainId: 8453, name: 'Base' };

  it('links an address to the network’s explorer only if the explorer uses https', () => {
    const html = (explorerUrl: string) =>
      cardOf([FEE], FAILS, { rows }, { network: { ...base, explorerUrl } });
    expect(html('https://basescan.org')).toContain(`href="https://basescan.org${TO_LINK}"`);
    expect(html('http://basescan.org')).not.toContain(TO_LINK);
    expect(cardOf([FEE], FAILS, { rows })).not.toContain(TO_LINK);
  });
});

describe('a fill whose order has expired', () => {
  it('mentions an expired order only in the refusal and in the failed check', () => {
    const finding = { code: 'order', status: 'failed', found: EXPIRED } as const;
    const html = cardOf(
      [],
      { outcome: 'fails', block: '7', failure: { code: 'fill', failure: 'expired' } },
      {
        checks: [finding],
        dangers: [],
        endsAt: 1,
        refusal: { code: 'fill', finding },
      },
    );
    expect(html.split(detailOf(finding)).length - 1).toBe(2);
    expect(html).not.toContain(i18n.t('fill.over'));
    expect(html).not.toContain(i18n.t('fill.failure.expired'));
  });
});
