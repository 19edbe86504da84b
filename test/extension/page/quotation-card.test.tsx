import { describe, expect, it } from 'vitest';
import { QuotationCard } from '../../../components/screens/trade/quotations/QuotationCard.tsx';
import type { QuotationView } from '../../../shared/quotations/view.ts';
import { contracts, price8, tokenAmount } from '../../../shared/units.ts';
import { onPage } from '../helpers/on-page.tsx';

const PURCHASE: QuotationView = {
  id: 7n,
  stage: 'cancelled',
  existing: '0x1',
  isBuyer: true,
  asset: 'ETH',
  product: 'PUT',
  strikes: [price8(240000000000n)],
  expiry: 1_800_000_000,
  token: { address: '0x2', symbol: 'USDC', decimals: 6 },
  contracts: contracts(1000000n),
  escrow: tokenAmount(50000000n),
  offers: [],
  unreadable: 0,
};

const card = (change: Partial<QuotationView>) =>
  onPage(<QuotationCard account="0x3" view={{ ...PURCHASE, ...change }} />, {
    activity: { count: 0, version: '1', pending: 0 },
  });

describe('the money of a request that has ended', () => {
  it.each(['cancelled', 'void'] as const)(
    'says that all money was released when the request was %s',
    (stage) => {
      const html = card({ stage });
      expect(html).toContain('The factory has released 50 USDC.');
      expect(html).not.toContain('the rest');
    },
  );

  it('says that the factory returned the rest of the money of a settled request', () => {
    expect(card({ stage: 'settled' })).toContain('The factory has given the rest back.');
  });
});
