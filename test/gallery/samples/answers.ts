import type { ActivityEntry } from '../../../shared/activity/record.ts';
import type { AllowanceView } from '../../../shared/messages/allowances.ts';
import { price8, tokenAmount, wei } from '../../../shared/units.ts';
import { DAY, NOW } from '../../shared/desk/desk-rows.ts';
import type { Answers } from '../sample-wallet.ts';
import { ORDERS, PLAN, ticketOf } from './market.ts';
import { POSITIONS, QUOTATIONS } from './positions.ts';
import { ACCOUNT, AT, address, USDC_ADDRESS, WATCHED } from './snapshot.ts';

const USDC = { address: USDC_ADDRESS, symbol: 'USDC', decimals: 6 };
const common = { account: ACCOUNT, chainId: 8453 } as const;
const ACTIVITY: readonly ActivityEntry[] = [
  {
    kind: 'transaction',
    status: 'sent',
    id: '4',
    at: AT - 20_000,
    origin: '',
    ...common,
    what: {
      kind: 'fill',
      side: 'buy',
      contracts: '1000000',
      decimals: 6,
      traded: { asset: 'ETH', product: 'PUT' },
    },
    hash: `0x${'a4'.repeat(32)}`,
  },
  {
    kind: 'transaction',
    status: 'confirmed',
    id: '3',
    at: AT - 600_000,
    origin: 'https://swap.example',
    ...common,
    what: { kind: 'approve', spender: address('c0'), amount: { token: USDC, units: '42000000' } },
    hash: `0x${'a3'.repeat(32)}`,
  },
  {
    kind: 'transaction',
    status: 'failed',
    id: '2',
    at: AT - DAY * 1000,
    origin: '',
    ...common,
    what: { kind: 'payout' },
    failure: { code: 'reverted' },
    hash: `0x${'a2'.repeat(32)}`,
  },
  {
    kind: 'signature',
    id: '1',
    at: AT - 2 * DAY * 1000,
    origin: 'https://forum.example',
    ...common,
    what: { kind: 'message' },
  },
];

const allowance = (change: Partial<AllowanceView>): AllowanceView => ({
  chainId: 8453,
  account: ACCOUNT,
  kind: 'token',
  token: USDC,
  spender: address('c0'),
  spenderKind: 'contract',
  units: '42000000',
  stake: '42000000',
  usdCents: '4200',
  grantedAt: AT - DAY * 1000,
  canRevoke: true,
  isUnproven: false,
  ...change,
});

const ALLOWANCES = [
  allowance({}),
  allowance({
    spender: address('e0'),
    spenderKind: 'person',
    units: (2n ** 256n - 1n).toString(),
    stake: '12450310000',
    usdCents: '1245031',
  }),
];

/** Answers of the sample wallet, for every screen. */
export const ANSWERS: Answers = {
  'vault.used': null,
  'portfolio.refresh': null,
  'orders.ticket': ({ digest }) => ticketOf(digest),
  'fills.plan': PLAN,
  'orders.refresh': null,
  'orders.spotHistory': Array.from({ length: 60 }, (_, at) => ({
    at: NOW - (60 - at) * DAY,
    price: String(Math.round((2500 + 200 * Math.sin(at / 7) + at) * 1e8)),
  })),
  'maker.quotes': { rows: ORDERS.rows.slice(0, 2) },
  'referrer.fees': {
    account: ACCOUNT,
    splitBps: 1_000,
    claimable: [
      {
        book: address('b0'),
        isCurrentBook: true,
        token: USDC.address,
        symbol: 'USDC',
        amount: '8200000',
        decimals: 6,
      },
    ],
  },
  'positions.list': POSITIONS,
  'positions.verify': [],
  'positions.costs': {
    network: [{ action: 'transfer', wei: wei(9000000000000n) }],
    etherPrice: price8(259000000000n),
  },
  'quotations.follow': QUOTATIONS,
  'quotations.tryClose': null,
  'quotations.tryNew': {
    needed: tokenAmount(42000000n),
    pledged: tokenAmount(0n),
    held: tokenAmount(12450310000n),
    allowed: tokenAmount(0n),
  },
  'activity.page': { rows: ACTIVITY, total: ACTIVITY.length },
  'activity.receivers': [WATCHED],
  'names.nameOf': null,
  'transactions.most': { amount: '1400000000000000000' },
  'sites.page': {
    rows: [
      {
        origin: 'https://swap.example',
        chainId: 8453,
        accounts: [ACCOUNT],
        connectedAt: AT - DAY * 1000,
      },
      {
        origin: 'https://forum.example',
        chainId: 10,
        accounts: [ACCOUNT, address('ab')],
        connectedAt: AT - 9 * DAY * 1000,
      },
    ],
    total: 2,
  },
  'allowances.list': ({ chainId }) => ({
    rows: chainId === 8453 ? ALLOWANCES : [],
    reading: { isReading: false, percent: 100 },
  }),
  'smartAccounts.list': [
    { address: ACCOUNT, name: 'Savings', code: 'delegator', wei: '1420000000000000000' },
    { address: address('ab'), name: 'Trading', code: 'none', wei: '0' },
  ],
  'wallets.draftSeed': {
    draftId: 'draft',
    words: 'test test test test test test test test test test test junk'.split(' '),
  },
  'approvals.show': null,
  'settings.isAnyServerUp': { isUp: true },
  'alerts.see': null,
};
