import { readSignIn } from '../../../shared/approvals/sign-in.ts';
import type {
  ApprovalView,
  FeeOption,
  StepView,
  TransactionView,
} from '../../../shared/messages/approval-view.ts';
import { shownTypedData } from '../../extension/helpers/typed-data.ts';
import { DAY, NOW } from '../../shared/desk/desk-rows.ts';
import signed from '../../vectors/signed-samples.json' with { type: 'json' };
import { PUT } from './positions.ts';
import { ACCOUNT, AT, address, USDC_ADDRESS } from './snapshot.ts';

const SITE = 'https://app.example';
const BASE = { chainId: 8453, name: 'Base', explorerUrl: 'https://basescan.org' } as const;
const common = {
  id: 'draft',
  position: { index: 1, count: 1 },
  mark: 'mark',
  origin: SITE,
  isPhishing: false,
  network: BASE,
} as const;
const signer = { account: ACCOUNT, accountName: 'Savings' } as const;
const USDC = { address: USDC_ADDRESS, symbol: 'USDC', decimals: 6 } as const;
const usdc = (units: string) => ({ token: USDC, units }) as const;

const fee = (preset: FeeOption['preset'], total: string): FeeOption => ({
  preset,
  total,
  coinPrice: '259000000000',
  least: '0x2',
  leastDataFee: '0x0',
  choice: { gas: ['0x30d40'], maxFeePerGas: '0x4', maxPriorityFeePerGas: '0x1', isLegacy: false },
});
const FEES = [
  fee('slow', '9000000000000'),
  fee('normal', '12000000000000'),
  fee('fast', '21000000000000'),
];

const step = (change: Partial<StepView> & Pick<StepView, 'call'>): StepView => ({
  number: 1,
  leaves: [],
  arrives: [],
  rows: [],
  checks: [],
  dangers: [],
  raw: { to: address('c0'), wei: '0', chainId: 8453, data: '0x12345678' },
  ...change,
});

function transaction(
  steps: readonly StepView[],
  change: Partial<TransactionView> = {},
): TransactionView {
  return {
    ...common,
    ...signer,
    kind: 'transaction',
    steps,
    leaves: steps.flatMap(({ leaves }) => leaves),
    arrives: steps.flatMap(({ arrives }) => arrives),
    isSimulated: true,
    balance: '1420000000000000000',
    simulation: { outcome: 'succeeds', block: '21000000' },
    coin: 'ETH',
    fees: FEES,
    nonce: 7,
    dangers: [],
    ...change,
  };
}

const premium = {
  kind: 'token',
  token: USDC.address,
  units: '41600000',
  symbol: 'USDC',
  decimals: 6,
  note: { code: 'premium' },
} as const;
const ORDER = {
  side: 'buy',
  contracts: '1000000',
  decimals: 6,
  traded: { asset: 'ETH', product: 'PUT' },
} as const;
const FILL = step({
  call: { kind: 'fill', ...ORDER },
  leaves: [premium],
  arrives: [{ kind: 'option', note: { code: 'newOption' } }],
  highlights: [
    { label: 'maxLoss', value: { kind: 'amount', amount: usdc('42000000'), isCost: true } },
    { label: 'maxProfit', value: { kind: 'amount', amount: usdc('2458000000') } },
    { label: 'breakEven', value: { kind: 'breakEvens', prices: ['245800000000'] } },
    { label: 'optionExpires', value: { kind: 'time', at: NOW + 6 * DAY } },
  ],
  rows: [
    { label: 'product', value: { kind: 'traded', traded: ORDER.traded } },
    { label: 'contracts', value: { kind: 'contracts', units: '1000000', decimals: 6 } },
    { label: 'premium', value: { kind: 'amount', amount: usdc('41600000') } },
    { label: 'fee', value: { kind: 'amount', amount: usdc('400000') } },
    { label: 'maker', value: { kind: 'address', address: address('aa') } },
  ],
  checks: [
    { status: 'passed', code: 'book.known' },
    { status: 'passed', code: 'option.productKnown' },
  ],
  endsAt: NOW + 80,
  ...(PUT.picture === undefined ? {} : { picture: PUT.picture }),
});
const SALE = step({
  call: { kind: 'fill', ...ORDER, side: 'sell' },
  leaves: [{ ...premium, units: '2500000000', note: { code: 'locked' } }],
  arrives: [{ ...premium, note: { code: 'netPremium' } }],
  rows: FILL.rows,
  checks: FILL.checks,
  endsAt: NOW + 80,
  dangers: [{ code: 'value.unknown' }],
});
const approve = (units: string): StepView =>
  step({
    call: { kind: 'approve', spender: address('c0'), amount: usdc(units) },
    rows: [
      { label: 'token', value: { kind: 'token', token: USDC } },
      { label: 'spender', value: { kind: 'address', address: address('c0') } },
    ],
    checks: [{ status: 'warned', code: 'spender.unknown' }],
    allowance: { amount: units, isUnlimited: units.length > 70, symbol: 'USDC', decimals: 6 },
    dangers: [
      {
        code: 'mayTake',
        spender: address('c0'),
        isBook: false,
        isUnlimited: units.length > 70,
        amount: usdc(units),
      },
    ],
  });
const UNLIMITED = (2n ** 256n - 1n).toString();

/** Transactions with different explanations. */
export const TRANSACTIONS: Readonly<Record<string, TransactionView>> = {
  fill: transaction([FILL]),
  'fill-far-above-value': transaction([{ ...FILL, dangers: [{ code: 'farAboveValue' }] }]),
  'sale-of-unknown-value': transaction([SALE]),
  'fill-in-one-batch': transaction([approve('42000000'), { ...FILL, number: 2 }]),
  'allowance-limited': transaction([approve('42000000')]),
  'allowance-unlimited': transaction([approve(UNLIMITED)]),
  unknown: transaction([
    step({ call: { kind: 'unknown', to: address('c0') }, dangers: [{ code: 'meaning.unknown' }] }),
  ]),
  failing: transaction([FILL], {
    simulation: {
      outcome: 'fails',
      block: '21000000',
      failure: { code: 'refused', reason: { kind: 'contract', text: 'Order expired' } },
    },
    dangers: [{ code: 'wouldFail' }],
  }),
  phishing: transaction([approve(UNLIMITED)], { isPhishing: true }),
};

const SIGN_IN = [
  'app.example wants you to sign in with your Ethereum account:',
  ACCOUNT,
  '',
  'Sign in to the app.',
  '',
  'URI: https://app.example',
  'Version: 1',
  'Chain ID: 8453',
  'Nonce: 32891756',
  `Issued At: ${new Date(AT).toISOString()}`,
].join('\n');
const hexOf = (text: string) =>
  `0x${[...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
const signIn = readSignIn(SIGN_IN, { origin: SITE, account: ACCOUNT, chainId: 8453, now: AT });
const message = (text: string) =>
  ({ ...common, ...signer, kind: 'personal_sign', text, hex: hexOf(text) }) as const;

type Kinds = Exclude<ApprovalView['kind'], 'transaction' | 'typed_data' | 'unlock'>;

/**
 * One sample of each other kind of request, except unlocking. The window itself ends a request to
 * unlock.
 */
export const REQUESTS: { readonly [Kind in Kinds]: Extract<ApprovalView, { kind: Kind }> } = {
  connect: {
    ...common,
    kind: 'connect',
    accounts: [
      { address: ACCOUNT, name: 'Savings' },
      { address: address('ab'), name: 'Trading' },
    ],
    chosen: [ACCOUNT],
    missing: [],
  },
  unexplained: { ...common, kind: 'unexplained' },
  personal_sign: message('I vote for proposal 12.'),
  switch_chain: {
    ...common,
    kind: 'switch_chain',
    from: BASE,
    to: { chainId: 10, name: 'OP Mainnet' },
    newHosts: ['mainnet.optimism.io'],
  },
  add_chain: {
    ...common,
    kind: 'add_chain',
    offered: {
      chainId: 7777,
      name: 'Example Chain',
      symbol: 'EXM',
      rpcUrls: ['https://rpc.example', 'http://192.168.1.4:8545'],
    },
    privateHosts: ['192.168.1.4:8545'],
  },
  watch_asset: {
    ...common,
    kind: 'watch_asset',
    token: { chainId: 8453, address: address('de'), symbol: 'DEGEN', decimals: 18 },
  },
};

export const SIGN_IN_REQUEST: ApprovalView = {
  ...message(SIGN_IN),
  ...(signIn === undefined ? {} : { signIn }),
};

/** Names of the typed data that tests of the window use. */
export const TYPED_DATA = signed.cases.map(({ name }) => name);

/** Returns typed data by name, as the worker explains it. */
export async function typedData(name: string): Promise<ApprovalView> {
  const sample = signed.cases.find((known) => known.name === name);
  if (sample === undefined) throw new Error(`no typed data "${name}"`);
  const { data, account, chainId } = sample;
  const { signed: meaning, members, json } = await shownTypedData(data, { account, chainId });
  return {
    ...common,
    kind: 'typed_data',
    account,
    accountName: 'Savings',
    network: chainId === BASE.chainId ? BASE : { chainId },
    signed: meaning,
    members,
    json,
  };
}
