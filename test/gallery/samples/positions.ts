import type { Alert } from '../../../shared/messages/alerts.ts';
import type { FillView } from '../../../shared/messages/ticket.ts';
import type { PositionRow, PositionsView } from '../../../shared/positions/position-view.ts';
import type { QuotationsView, QuotationView } from '../../../shared/quotations/view.ts';
import { price8, tokenAmount, usd8 } from '../../../shared/units.ts';
import { deskPosition } from '../../shared/desk/desk-positions.ts';
import { DAY, NOW } from '../../shared/desk/desk-rows.ts';
import { fillView } from '../../shared/orders/fill-view.ts';
import { ACCOUNT, AT, address, USDC_ADDRESS } from './snapshot.ts';

const HELD = { buyer: ACCOUNT, seller: address('5e'), referrer: address('00') } as const;
const SPOT = { price: price8(259000000000n), source: 'chain', at: AT } as const;

export const PUT: PositionRow = {
  ...deskPosition('PUT', [2500], { contractCount: 2, paid: 120, days: 6 }),
  ...HELD,
  address: address('01'),
  key: `${address('01')}:buyer`,
  spot: SPOT,
  worth: {
    value: tokenAmount(0n),
    profit: tokenAmount(-121000000n),
    valueUsd: usd8(0n),
    profitUsd: usd8(-12100000000n),
    profitBps: -10000n,
  },
  model: {
    value: tokenAmount(96000000n),
    profit: tokenAmount(-25000000n),
    valueUsd: usd8(9600000000n),
    profitUsd: usd8(-2500000000n),
  },
  mark: tokenAmount(104000000n),
  closesBy: 'makers',
  halfSpread: 0.05,
  volatilityMakers: 3,
  actions: [{ action: 'transfer' }, { action: 'split' }, { action: 'offers' }],
  picture: {
    asset: 'ETH',
    unit: 'USDC',
    points: [
      [2000, 879],
      [2439, 0],
      [2500, -121],
      [3000, -121],
    ],
    strikes: [2500],
    breakEvens: [2439.5],
    spot: 2590,
  },
};

const SPREAD: PositionRow = {
  ...deskPosition('CALL_SPREAD', [2600, 2700], { side: 'seller', paid: 60, days: 13 }),
  buyer: address('b0'),
  seller: ACCOUNT,
  referrer: address('00'),
  address: address('02'),
  key: `${address('02')}:seller`,
  collateral: tokenAmount(100000000n),
  spot: SPOT,
  actions: [{ action: 'offers' }],
};

const BITCOIN_PUT: PositionRow = {
  ...deskPosition('PUT', [78_000], { contractCount: 0.1, paid: 90, days: 6, asset: 'BTC' }),
  ...HELD,
  address: address('04'),
  key: `${address('04')}:buyer`,
  spot: { ...SPOT, price: price8(8030000000000n) },
  actions: [{ action: 'transfer' }],
};

const SETTLED: PositionRow = {
  ...deskPosition('INVERSE_CALL', [2400], { days: -2 }),
  ...HELD,
  address: address('03'),
  key: `${address('03')}:buyer`,
  state: 'settled',
  token: { address: address('42'), symbol: 'WETH', decimals: 18 },
  worth: {
    value: tokenAmount(66000000000000000n),
    profit: tokenAmount(25000000000000000n),
    valueUsd: usd8(16962000000n),
    profitUsd: usd8(6425000000n),
  },
  premium: tokenAmount(40000000000000000n),
  fee: tokenAmount(1000000000000000n),
  settlementPrice: price8(257000000000n),
  end: { at: NOW - 2 * DAY, txHash: '0xd' },
};

export const POSITIONS: PositionsView = {
  rows: [PUT, SPREAD, SETTLED, BITCOIN_PUT],
  at: AT - 15_000,
};

const ASKED: QuotationView = {
  id: 7n,
  stage: 'collecting',
  stageEnd: NOW + 45,
  existing: PUT.address,
  isBuyer: false,
  asset: 'ETH',
  product: 'PUT',
  strikes: [price8(250000000000n)],
  expiry: PUT.expiry,
  token: { address: USDC_ADDRESS, symbol: 'USDC', decimals: 6 },
  contracts: PUT.contracts,
  limit: tokenAmount(80000000n),
  limitNet: tokenAmount(79400000n),
  escrow: tokenAmount(0n),
  offers: [
    {
      offeror: address('d1'),
      amount: tokenAmount(98000000n),
      net: tokenAmount(97400000n),
      state: 'open',
    },
    {
      offeror: address('d2'),
      amount: tokenAmount(91000000n),
      net: tokenAmount(90400000n),
      state: 'open',
    },
  ],
  unreadable: 0,
  offersFrom: 'chain',
};

export const QUOTATIONS: QuotationsView = {
  quotations: [
    ASKED,
    { ...ASKED, id: 6n, stage: 'cancelled', existing: address('02'), offers: [] },
  ],
  revealWindow: 60,
  claims: [],
  leftAllowances: [],
};

const reference = {
  account: ACCOUNT,
  option: PUT.address,
  side: 'buyer',
  asset: 'ETH',
  product: 'PUT',
  strikes: PUT.strikes.map(String),
  expiry: PUT.expiry,
} as const;
export const ALERTS: readonly Alert[] = [
  {
    id: 'price',
    rule: { kind: 'spot', asset: 'ETH', direction: 'below', price: '240000000000' },
    whileLocked: 'plain',
    state: { status: 'armed' },
  },
  {
    id: 'expiry',
    rule: {
      kind: 'expiry',
      position: { ...reference, strikes: [...reference.strikes] },
      hours: 24,
    },
    whileLocked: 'off',
    state: {
      status: 'fired',
      at: AT - 30_000,
      found: { kind: 'expiry' },
      isNotified: true,
      isSeen: false,
    },
  },
];

/** One fill for each stage that a user can see. */
export const FILLS: Readonly<Record<string, FillView>> = {
  asked: filled({
    stage: 'preparation asked',
    preparations: [{ kind: 'allow book', amount: '42000000' }],
  }),
  sent: filled({ stage: 'fill sent', hash: `0x${'f1'.repeat(32)}` }),
  indexed: filled({ stage: 'indexed', hash: `0x${'f1'.repeat(32)}`, gasSpent: '21000000000000' }),
  failed: filled({
    stage: 'failed',
    failure: { code: 'refused', reason: { kind: 'contract', text: 'Order expired' } },
  }),
};

function filled(change: Partial<FillView>): FillView {
  return fillView({
    account: ACCOUNT,
    at: AT - 40_000,
    price: '4160000000',
    expiry: NOW + 6 * DAY,
    ...change,
  });
}
