import type { FillView } from '../../../shared/messages/ticket.ts';

/** Returns a fill in which a taker buys one ETH put. */
export const fillView = (change: Partial<FillView>): FillView => ({
  id: 'one',
  digest: '0x1',
  account: '0x2',
  at: 0,
  stage: 'checking',
  side: 'buy',
  asset: 'ETH',
  product: 'PUT',
  strikes: ['250000000000'],
  expiry: 1_800_000_000,
  token: { symbol: 'USDC', decimals: 6 },
  contracts: '1000000',
  price: '1',
  preparations: [],
  included: [],
  left: [],
  ...change,
});
