import { describe, expect, it } from 'vitest';
import { describeCall, type Tense } from '../../../components/approvals/describe-call.ts';
import { describeCheck } from '../../../components/approvals/describe-check.ts';
import { describeDangers, describeRefusal } from '../../../components/approvals/describe-danger.ts';
import { describeFailing } from '../../../components/approvals/describe-failure.ts';
import { describeMove } from '../../../components/approvals/describe-moves.ts';
import { describeRow } from '../../../components/approvals/describe-rows.ts';
import type { AmountFact } from '../../../shared/approvals/facts/amounts.ts';
import type { CallFacts } from '../../../shared/approvals/facts/call-facts.ts';
import type {
  CheckFact,
  OrderTerm,
  PlainCheck,
  PlainFillCheck,
  PlainRequestCheck,
} from '../../../shared/approvals/facts/checks.ts';
import type {
  DangerFact,
  FailureFact,
  PlainDanger,
  RefusalFact,
} from '../../../shared/approvals/facts/dangers.ts';
import type { MoveFact, MoveNote } from '../../../shared/approvals/facts/moves.ts';
import type { RowFact, RowLabel, RowValue } from '../../../shared/approvals/facts/rows.ts';
import { FILL_REVERTS } from '../../../shared/orders/failures.ts';
import type { CheckName } from '../../../shared/orders/fit.ts';
import { PRODUCT_NAMES } from '../../../shared/orders/products.ts';
import { inGerman } from '../helpers/languages.ts';

const OTHER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const TOKEN = '0x1234567890123456789012345678901234567890';
const NOBODY = `0x${'0'.repeat(40)}`;
const USDC: AmountFact = {
  token: { address: TOKEN, symbol: 'USDC', decimals: 6 },
  units: '1500000',
};
const UNKNOWN: AmountFact = { token: { address: TOKEN }, units: '15' };
const COIN = { wei: '1500000000000000000', coin: 'ETH' };
const KNOWN = { address: OTHER, kind: 'contact', name: 'Bakery' } as const;
const ORDER = {
  side: 'buy',
  contracts: '1500000',
  decimals: 6,
  traded: { asset: 'ETH', product: 'CALL_SPREAD' },
} as const;
const REQUEST = { contracts: '1500000', decimals: 6, traded: ORDER.traded, limit: USDC } as const;
const OFFERED = {
  isBuyer: false,
  isExisting: false,
  contracts: '1500000',
  decimals: 6,
  traded: ORDER.traded,
  amount: USDC,
} as const;
const MOST = (2n ** 256n - 1n).toString();

/**
 * Checks that a fact has a text in both languages. The text must not be empty or a key, and must
 * not contain a missing value or an open placeholder.
 */
function expectWords(read: () => readonly (string | undefined)[]): void {
  for (const texts of [read(), inGerman(read)]) {
    for (const text of texts) {
      expect(text?.trim()).toBeTruthy();
      expect(text).not.toMatch(
        /undefined|NaN|\{\w+\}|\b(?:meaning|actions|fill|rows|check|danger|quotationCalls)[._]\w/,
      );
    }
  }
}

const CALLS: { readonly [Kind in CallFacts['kind']]: readonly CallFacts[] } = {
  fill: [
    { kind: 'fill', ...ORDER },
    { kind: 'fill', ...ORDER, side: 'sell', traded: {} },
    ...PRODUCT_NAMES.map(
      (product) => ({ kind: 'fill', ...ORDER, traded: { asset: 'BTC', product } }) as const,
    ),
  ],
  'swap and fill': [{ kind: 'swap and fill', ...ORDER, paid: USDC }],
  'cancel orders': [
    { kind: 'cancel orders', count: 1 },
    { kind: 'cancel orders', count: 7 },
  ],
  'cancel before': [{ kind: 'cancel before', cutoff: 1_800_000_000 }],
  'claim fees': [
    { kind: 'claim fees', token: USDC.token },
    { kind: 'claim fees', token: UNKNOWN.token },
  ],
  payout: [{ kind: 'payout' }],
  exercise: [{ kind: 'exercise' }],
  'decline exercise': [{ kind: 'decline exercise' }],
  close: [{ kind: 'close' }],
  'return excess collateral': [{ kind: 'return excess collateral' }],
  split: [{ kind: 'split' }],
  deploy: [{ kind: 'deploy' }],
  'cancel transaction': [{ kind: 'cancel transaction' }],
  'reclaim collateral': [{ kind: 'reclaim collateral', owned: OTHER }],
  'transfer option': [
    { kind: 'transfer option', isBuyer: true, target: OTHER },
    { kind: 'transfer option', isBuyer: false, target: OTHER },
  ],
  'allow option transfer': [
    { kind: 'allow option transfer', target: OTHER, isAllowed: true },
    { kind: 'allow option transfer', target: OTHER, isAllowed: false },
  ],
  'request quotation': [true, false].flatMap((isBuyer) => [
    { kind: 'request quotation', isBuyer, ...REQUEST },
    { kind: 'request quotation', isBuyer, ...REQUEST, existing: OTHER },
  ]),
  'accept offer': [
    { kind: 'accept offer', id: '12' },
    { kind: 'accept offer', id: '12', trade: { ...OFFERED, isBuyer: true } },
    { kind: 'accept offer', id: '12', trade: { ...OFFERED, isBuyer: true, isExisting: true } },
    { kind: 'accept offer', id: '12', trade: OFFERED },
  ],
  'accept order': [{ kind: 'accept order', id: '12' }],
  'reveal offer': [{ kind: 'reveal offer', id: '12' }],
  'settle quotation': [
    { kind: 'settle quotation', id: '12' },
    { kind: 'settle quotation', id: '12', trade: OFFERED },
  ],
  'cancel quotation': [
    { kind: 'cancel quotation', id: '12' },
    { kind: 'cancel quotation', id: '12', trade: OFFERED },
  ],
  'make offer': [{ kind: 'make offer', id: '12' }],
  'cancel offer': [{ kind: 'cancel offer', id: '12' }],
  'claim escrow': [{ kind: 'claim escrow', token: USDC.token }],
  'withdraw fees': [{ kind: 'withdraw fees', token: UNKNOWN.token }],
  'swap and call': [{ kind: 'swap and call', paid: USDC }, { kind: 'swap and call' }],
  'register referral': [{ kind: 'register referral' }],
  approve: [
    { kind: 'approve', spender: OTHER, amount: USDC },
    { kind: 'approve', spender: OTHER, amount: { ...USDC, units: '0' }, isBook: true },
    { kind: 'approve', spender: OTHER, amount: { ...UNKNOWN, units: MOST } },
  ],
  permit: [{ kind: 'permit', owner: OTHER, spender: OTHER, amount: UNKNOWN }],
  'allow through permit2': [
    { kind: 'allow through permit2', spender: OTHER, amount: USDC, until: 1_800_000_000 },
    { kind: 'allow through permit2', spender: OTHER, amount: { ...USDC, units: '0' }, until: 0 },
  ],
  'increase allowance': [{ kind: 'increase allowance', spender: OTHER, amount: UNKNOWN }],
  'allow delivery': [{ kind: 'allow delivery', amount: USDC }],
  transfer: [{ kind: 'transfer', to: OTHER, amount: USDC }],
  'transfer from': [{ kind: 'transfer from', from: TOKEN, to: OTHER, amount: UNKNOWN }],
  'allow item': [
    { kind: 'allow item', operator: OTHER, item: '7', token: TOKEN },
    { kind: 'allow item', operator: NOBODY, item: '7', token: TOKEN },
  ],
  'allow all': [
    { kind: 'allow all', operator: OTHER, token: TOKEN, isAllowed: true },
    { kind: 'allow all', operator: OTHER, token: TOKEN, isAllowed: false },
  ],
  'transfer item': [{ kind: 'transfer item', item: '7', token: TOKEN, to: OTHER }],
  wrap: [{ kind: 'wrap', wei: COIN.wei }],
  unwrap: [{ kind: 'unwrap', wei: COIN.wei }],
  supply: [
    { kind: 'supply', amount: USDC },
    { kind: 'supply', amount: USDC, to: OTHER },
  ],
  withdraw: [
    { kind: 'withdraw', amount: USDC },
    { kind: 'withdraw', amount: { ...USDC, units: MOST } },
  ],
  send: [{ kind: 'send', to: OTHER, amount: COIN }],
  multicall: [{ kind: 'multicall', count: 3 }],
  batch: [{ kind: 'batch', count: 3 }],
  'set code': [{ kind: 'set code', account: OTHER }],
  'remove code': [{ kind: 'remove code', account: OTHER, former: OTHER }],
  unreadable: [{ kind: 'unreadable', name: 'fillOrder', to: OTHER }],
  unknown: [{ kind: 'unknown', to: OTHER }],
};

describe('a call', () => {
  it.each(Object.entries(CALLS))(
    'describes a call of kind %s in both languages and tenses',
    (_, calls) => {
      const tenses: readonly Tense[] = ['asked', 'done'];
      for (const call of calls) {
        for (const tense of tenses) expectWords(() => [describeCall(call, tense)]);
        const read = () => describeCall(call, 'done');
        expect(inGerman(read)).not.toBe(read());
      }
    },
  );
});

const PLAIN_CHECKS: Readonly<
  Record<PlainCheck | PlainFillCheck | PlainRequestCheck, 'bare' | 'detailed'>
> = {
  'spender.knownBook': 'detailed',
  'spender.lendingPool': 'detailed',
  'contract.bookElsewhere': 'detailed',
  'spender.factory': 'detailed',
  'spender.unknown': 'detailed',
  'spender.person': 'detailed',
  'spender.ownOption': 'detailed',
  'receiver.new': 'detailed',
  'receiver.token': 'detailed',
  'receiver.nobody': 'detailed',
  'amount.limited': 'bare',
  'amount.unlimited': 'detailed',
  'amount.everyItem': 'detailed',
  'amount.exactDelivery': 'detailed',
  'book.known': 'bare',
  'book.unknown': 'detailed',
  'option.productKnown': 'detailed',
  'option.codeUnknown': 'detailed',
  'meaning.unknown': 'detailed',
  'contract.missing': 'detailed',
  'simulation.unstable': 'detailed',
  'account.runsCode': 'detailed',
  'delegator.genuine': 'detailed',
  'delegator.differs': 'detailed',
  'account.codeIsSet': 'detailed',
  'account.codeRemoved': 'detailed',
  'key.mayBeKnown': 'detailed',
  'fillBook.unknown': 'detailed',
  'feed.listed': 'detailed',
  'feed.notListed': 'detailed',
  'feed.unread': 'detailed',
  'chain.unread': 'detailed',
  'budget.cancelled': 'detailed',
  'allowance.granted': 'detailed',
  'maker.short': 'detailed',
  'payoff.agrees': 'detailed',
  'payoff.differs': 'detailed',
  'payoff.unread': 'detailed',
  'value.unknown': 'detailed',
  'taker.ownOrder': 'detailed',
  'factory.known': 'detailed',
  'contract.otherRevision': 'detailed',
  'answers.mayNotCome': 'detailed',
  'requester.differs': 'detailed',
  'side.held': 'detailed',
  'side.notHeld': 'detailed',
  'terms.match': 'detailed',
  'terms.differ': 'detailed',
  'option.otherFactory': 'detailed',
  'option.unread': 'detailed',
  'option.proven': 'detailed',
  'option.unproven': 'detailed',
  'option.empty': 'detailed',
  'window.over': 'detailed',
  'window.afterExpiry': 'detailed',
  'window.long': 'detailed',
  'afterwards.staysOpen': 'detailed',
  'limit.noHighest': 'detailed',
  'limit.noLeast': 'detailed',
  'offerKey.unusable': 'detailed',
  'offerKey.another': 'detailed',
  'referral.getsShare': 'detailed',
  'request.unread': 'detailed',
  'request.ended': 'detailed',
  'request.own': 'detailed',
  'afterwards.requestStaysOpen': 'detailed',
  'limit.beyond': 'detailed',
  'window.offersOver': 'detailed',
  'window.offersNotOver': 'detailed',
  'signature.offerSigned': 'detailed',
  'signature.offerNotSigned': 'detailed',
  'signature.unread': 'detailed',
  'side.goesToMaker': 'detailed',
  'result.noTrade': 'detailed',
  'result.maybeNoTrade': 'detailed',
  'result.forOthers': 'detailed',
  'offers.leading': 'detailed',
  'amount.nothingToClaim': 'detailed',
  'offer.amountSealed': 'detailed',
  'offer.ofAnother': 'detailed',
  'router.authorized': 'detailed',
  'router.notAuthorized': 'detailed',
  'sender.notOwner': 'detailed',
};

type DetailedCode = Exclude<
  CheckFact['code'],
  PlainCheck | PlainFillCheck | PlainRequestCheck | 'order'
>;
const MOVE: MoveFact = { kind: 'token', token: TOKEN, units: '5', symbol: 'USDC', decimals: 6 };
const CHECKS: { readonly [Code in DetailedCode]: CheckFact & { readonly code: Code } } = {
  'receiver.known': { code: 'receiver.known', status: 'passed', known: KNOWN },
  'receiver.looksAlike': { code: 'receiver.looksAlike', status: 'warned', known: KNOWN },
  'spender.looksAlike': { code: 'spender.looksAlike', status: 'warned', known: KNOWN },
  'receiver.otherToken': {
    code: 'receiver.otherToken',
    status: 'warned',
    symbol: 'WETH',
  },
  'caller.isContract': { code: 'caller.isContract', status: 'warned', address: OTHER },
  'token.nameClaimed': {
    code: 'token.nameClaimed',
    status: 'warned',
    token: { address: OTHER, symbol: 'FOO', decimals: 6, isClaim: true },
  },
  'token.imitates': {
    code: 'token.imitates',
    status: 'failed',
    token: { address: OTHER, imitates: 'USDC' },
    known: 'USDC',
  },
  'amount.anyTime': { code: 'amount.anyTime', status: 'warned', amount: UNKNOWN },
  'simulation.contradicts': {
    code: 'simulation.contradicts',
    status: 'warned',
    found: {
      asset: MOVE,
      said: { leaves: ['50000'], arrives: [] },
      simulated: { leaves: [], arrives: [] },
    },
  },
  'nonce.ahead': { code: 'nonce.ahead', status: 'warned', nonce: 90, next: '2' },
  'gasLimit.generous': {
    code: 'gasLimit.generous',
    status: 'warned',
    limit: '30000000',
    needed: '50000',
    most: COIN.wei,
    coin: 'ETH',
  },
  'fee.implausible': {
    code: 'fee.implausible',
    status: 'warned',
    price: '5000000000',
    most: COIN.wei,
    coin: 'ETH',
  },
  'siteFee.tooLow': { code: 'siteFee.tooLow', status: 'warned', price: '1' },
  'siteFee.tooHigh': { code: 'siteFee.tooHigh', status: 'warned', price: '5000000000' },
  'fillBook.known': { code: 'fillBook.known', status: 'passed', book: OTHER },
  'budget.left': { code: 'budget.left', status: 'passed', left: USDC },
  'budget.short': { code: 'budget.short', status: 'warned', left: USDC, needed: USDC },
  'allowance.enough': { code: 'allowance.enough', status: 'passed', needed: USDC },
  'balance.enough': { code: 'balance.enough', status: 'passed', needed: USDC },
  'maker.enough': { code: 'maker.enough', status: 'passed', needed: USDC },
  'allowance.short': { code: 'allowance.short', status: 'warned', held: USDC, needed: USDC },
  'balance.short': { code: 'balance.short', status: 'warned', held: USDC, needed: USDC },
  'escrow.held': { code: 'escrow.held', status: 'passed', amount: USDC },
  'settlement.taken': { code: 'settlement.taken', status: 'warned', amount: USDC },
  'settlement.sold': { code: 'settlement.sold', status: 'warned', amount: USDC },
  'allowance.factoryEnough': { code: 'allowance.factoryEnough', status: 'passed', needed: USDC },
  'balance.requesterEnough': { code: 'balance.requesterEnough', status: 'passed', needed: USDC },
  'allowance.factoryShort': {
    code: 'allowance.factoryShort',
    status: 'failed',
    held: USDC,
    needed: USDC,
  },
  'balance.requesterShort': {
    code: 'balance.requesterShort',
    status: 'failed',
    held: USDC,
    needed: USDC,
  },
};

const TERMS: Readonly<Record<CheckName, readonly OrderTerm[]>> = {
  book: [],
  implementation: [
    { kind: 'implementation', traded: ORDER.traded, revision: 'r12' },
    { kind: 'implementation', traded: ORDER.traded },
  ],
  collateral: [{ kind: 'symbol', symbol: 'USDC' }],
  'price feed': [{ kind: 'symbol', symbol: 'ETH' }],
  strikes: [
    { kind: 'strikes', prices: ['260000000000', '270000000000'] },
    { kind: 'strikes', prices: ['1', '2', '3', '4'], more: 296 },
  ],
  'option side': [
    { kind: 'option side', is: 'call' },
    { kind: 'option side', is: 'put' },
    { kind: 'option side', is: 'either' },
  ],
  'extra data': [{ kind: 'extra data' }, { kind: 'extra data', delivered: 'USDC' }],
  price: [
    { kind: 'price', price: '150000000', symbol: 'USDC' },
    { kind: 'price', price: '150000000' },
  ],
  'option expiry': [{ kind: 'time', at: 1_800_000_000 }],
  'quote expiry': [{ kind: 'time', at: 1_800_000_000 }],
  nonce: [{ kind: 'nonce' }],
  signature: [{ kind: 'signer', address: OTHER }],
};

describe('a check', () => {
  it.each(Object.entries(PLAIN_CHECKS))(
    'describes the check “%s” in both languages',
    (code, form) => {
      const fact = { code: code as PlainCheck, status: 'warned' } as const;
      const read = () => describeCheck(fact);
      expectWords(() => (form === 'bare' ? [read().label] : [read().label, read().detail]));
      if (form === 'detailed') expect(inGerman(read).detail).not.toBe(read().detail);
    },
  );

  it.each(Object.entries(CHECKS))(
    'describes the check “%s” with its details in both languages',
    (_, fact) => {
      const read = () => describeCheck(fact);
      expectWords(() => [read().label, read().detail]);
      expect(inGerman(read).detail).not.toBe(read().detail);
    },
  );

  it.each(Object.keys(TERMS))('describes a problem with an order’s %s', (name) => {
    const check = name as CheckName;
    for (const reason of [
      'unknown',
      'not-empty',
      'unknown-delivery-token',
      'after-option-expiry',
      'contract-maker',
      'no-operator-role',
    ] as const) {
      const found = { check, status: 'failed', reason } as const;
      const fact: CheckFact = { code: 'order', status: 'failed', found };
      expectWords(() => [describeCheck(fact).label, describeCheck(fact).detail]);
    }
  });

  it('shows the signed price of an order with every digit', () => {
    const fact: CheckFact = {
      ...{ code: 'order', status: 'passed', found: { check: 'price', status: 'passed' } },
      term: { kind: 'price', price: '362750', symbol: 'USDC' },
    };
    expect(describeCheck(fact).detail).toBe('0.0036275 USDC');
  });

  it.each(Object.entries(TERMS))('describes a finding about an order’s %s', (name, terms) => {
    const found = { check: name as CheckName, status: 'passed' } as const;
    for (const term of terms) {
      const fact: CheckFact = { code: 'order', status: 'passed', found, term };
      expectWords(() => [describeCheck(fact).detail]);
    }
  });
});

const PLAIN_DANGERS: Readonly<Record<PlainDanger, true>> = {
  'spender.person': true,
  optionUnknown: true,
  declinesExercise: true,
  exerciseAtALoss: true,
  exerciseUnpriced: true,
  receiverBurns: true,
  'receiver.new': true,
  'meaning.unknown': true,
  notAKnownBook: true,
  premiumAbovePayout: true,
  losesAlways: true,
  'payoff.differs': true,
  wouldFail: true,
  'requester.differs': true,
  'limit.noLeast': true,
  farBelowValue: true,
  farAboveValue: true,
  'value.unknown': true,
  'offer.amountSealed': true,
  'side.notHeld': true,
  'terms.differ': true,
  'limit.beyond': true,
  becomesMaker: true,
  effectUnproven: true,
  unstable: true,
};

type DetailedDanger = Exclude<DangerFact['code'], PlainDanger>;
const DANGERS: { readonly [Code in DetailedDanger]: readonly DangerFact[] } = {
  looksAlike: [
    { code: 'looksAlike', role: 'receiver', known: KNOWN },
    { code: 'looksAlike', role: 'spender', known: KNOWN },
  ],
  couldTakeCollectible: [{ code: 'couldTakeCollectible', operator: OTHER }],
  couldTakeEveryCollectible: [{ code: 'couldTakeEveryCollectible', operator: OTHER }],
  mayTake: [
    { code: 'mayTake', spender: OTHER, isBook: false, isUnlimited: false, amount: USDC },
    {
      code: 'mayTake',
      spender: OTHER,
      isBook: true,
      isUnlimited: true,
      amount: { ...USDC, units: MOST },
    },
  ],
  givesOptionAway: [
    { code: 'givesOptionAway', isBuyer: true, target: OTHER },
    { code: 'givesOptionAway', isBuyer: false, target: OTHER },
  ],
  letsOptionBeTaken: [
    { code: 'letsOptionBeTaken', isBuyer: true, target: OTHER },
    { code: 'letsOptionBeTaken', isBuyer: false, target: OTHER },
  ],
  'receiver.otherToken': [{ code: 'receiver.otherToken', symbol: 'WETH' }],
  trustsRouter: [{ code: 'trustsRouter', router: OTHER, amount: USDC }],
  sendsCoin: [{ code: 'sendsCoin', amount: COIN }],
  bytesAfterTheCall: [
    { code: 'bytesAfterTheCall', count: 1 },
    { code: 'bytesAfterTheCall', count: 7 },
  ],
  unusualFee: [{ code: 'unusualFee', most: COIN }],
};

describe('a danger', () => {
  it.each([
    ...Object.keys(PLAIN_DANGERS).map(
      (code) => [code, [{ code: code as PlainDanger }]] as [string, readonly DangerFact[]],
    ),
    ...Object.entries(DANGERS),
  ])('describes the danger “%s” in both languages', (_, dangers) => {
    for (const danger of dangers) {
      const read = () => describeDangers([danger]).join(' ');
      expectWords(() => [read()]);
      expect(inGerman(read)).not.toBe(read());
    }
  });

  it('lists each danger once, and lists all dangers before the sent coin', () => {
    const text = describeDangers([
      { code: 'meaning.unknown' },
      { code: 'meaning.unknown' },
      { code: 'receiverBurns' },
      { code: 'sendsCoin', amount: COIN },
    ]);
    expect(text.join(' ')).toBe(
      'I understand that Condor can’t tell what this transaction does. I understand that nobody can recover what I send to this address. This also sends 1.5 ETH.',
    );
    expect(describeDangers([])).toEqual([]);
  });
});

const REFUSALS: { readonly [Code in RefusalFact['code']]: RefusalFact } = {
  'receiver.token': { code: 'receiver.token' },
  'receiver.nobody': { code: 'receiver.nobody' },
  notWaiting: { code: 'notWaiting' },
  'signature.offerNotSigned': { code: 'signature.offerNotSigned' },
  actsAsTheAccount: { code: 'actsAsTheAccount' },
  'delegator.differs': { code: 'delegator.differs' },
  accountBusy: { code: 'accountBusy' },
  trade: { code: 'trade', finding: { code: 'option.unproven', status: 'failed' } },
  fill: { code: 'fill', finding: { code: 'fillBook.unknown', status: 'failed' } },
  gasLimitTooLow: { code: 'gasLimitTooLow', least: '21000' },
};

describe('a refusal', () => {
  it.each(Object.entries(REFUSALS))(
    'describes the refusal “%s” in both languages',
    (_, refusal) => {
      expectWords(() => [describeRefusal(refusal)]);
      expect(inGerman(() => describeRefusal(refusal))).not.toBe(describeRefusal(refusal));
    },
  );

  it('names the failed check of a refused fill', () => {
    expect(describeRefusal(REFUSALS.fill)).toContain('isn’t a known order book');
  });
});

describe('a failing simulation', () => {
  const REASON = { kind: 'contract', text: 'Too late' } as const;
  const failures: readonly FailureFact[] = [
    { code: 'refusesToo' },
    { code: 'fillRefused', reason: REASON },
    ...(['contract', 'node'] as const).map(
      (kind) => ({ code: 'refused', reason: { kind, text: 'Too late' } }) as const,
    ),
    ...(['panic', 'no reason', 'unreachable', 'unusable'] as const).map(
      (kind) => ({ code: 'refused', reason: { kind } }) as const,
    ),
    ...FILL_REVERTS.flatMap((failure) =>
      failure === 'other' ? [] : [{ code: 'fill', failure } as const],
    ),
  ];

  it('says that a fill would fail, not that it failed, because nothing was sent yet', () => {
    for (const failure of FILL_REVERTS.filter((code) => code !== 'other')) {
      const read = () =>
        describeFailing({ outcome: 'fails', block: '1', failure: { code: 'fill', failure } });
      expect(read()).toContain('This fill would fail.');
      expect(inGerman(read)).toContain('Dieser Abschluss würde fehlschlagen.');
      expect(`${read()} ${inGerman(read)}`).not.toMatch(/wasn’t filled|kam nicht zustande/);
    }
  });

  it('describes every reason for a failing simulation in both languages', () => {
    for (const failure of failures) {
      const read = () => describeFailing({ outcome: 'fails', block: '1', failure, step: 2 });
      expectWords(() => [read()]);
      expect(inGerman(read)).not.toBe(read());
    }
  });

  it('quotes the contract’s own error message', () => {
    const failure = { code: 'refused', reason: REASON } as const;
    expect(describeFailing({ outcome: 'fails', block: '1', failure })).toContain('“Too late”');
  });
});

const VALUES: { readonly [Kind in RowValue['kind']]: readonly RowValue[] } = {
  address: [
    { kind: 'address', address: OTHER },
    { kind: 'address', address: OTHER, isShort: true },
  ],
  amount: [
    { kind: 'amount', amount: USDC },
    { kind: 'amount', amount: UNKNOWN, isWhole: true },
  ],
  unlimited: [{ kind: 'unlimited' }],
  token: [
    { kind: 'token', token: USDC.token },
    { kind: 'token', token: UNKNOWN.token },
  ],
  book: [{ kind: 'book', address: OTHER }],
  pool: [{ kind: 'pool', address: OTHER }],
  factory: [{ kind: 'factory', address: OTHER }],
  contracts: [{ kind: 'contracts', units: '1500000', decimals: 6 }],
  strikes: [{ kind: 'strikes', prices: ['1'], more: 3 }],
  breakEvens: [
    { kind: 'breakEvens', prices: [] },
    { kind: 'breakEvens', prices: ['260000000000', '270000000000'] },
  ],
  time: [{ kind: 'time', at: 1_800_000_000 }],
  traded: [{ kind: 'traded', traded: {} }],
  'taker side': [
    { kind: 'taker side', side: 'buy' },
    { kind: 'taker side', side: 'sell' },
  ],
  'option side': [
    { kind: 'option side', isBuyer: true },
    { kind: 'option side', isBuyer: false },
  ],
  number: [{ kind: 'number', number: '7' }],
  'no referrer': [{ kind: 'no referrer', address: NOBODY }],
  codes: [{ kind: 'codes', codes: ['bc_wallet', 'base_app'] }],
  none: [{ kind: 'none' }],
};

const LABELS: Readonly<Record<RowLabel, true>> = {
  token: true,
  spender: true,
  amount: true,
  contract: true,
  item: true,
  operator: true,
  count: true,
  from: true,
  to: true,
  option: true,
  side: true,
  receiver: true,
  account: true,
  payer: true,
  accountCode: true,
  reclaimedOption: true,
  attribution: true,
  tokenOwner: true,
  deadline: true,
  youDeliver: true,
  notDelivered: true,
  seller: true,
  exerciseUntil: true,
  youGetForIt: true,
  strikes: true,
  expires: true,
  collateralInIt: true,
  collateralSplitOff: true,
  contractsSplitOff: true,
  swapped: true,
  router: true,
  quoteThatEnded: true,
  cutoff: true,
  calledContract: true,
  product: true,
  yourSide: true,
  fillStrikes: true,
  contracts: true,
  premium: true,
  fee: true,
  feeAtMost: true,
  collateral: true,
  maxPayout: true,
  maxLoss: true,
  maxProfit: true,
  breakEven: true,
  optionExpires: true,
  youReceive: true,
  youDeliverAtExercise: true,
  youGetAtExercise: true,
  deliveredAtExercise: true,
  maker: true,
  referrer: true,
  request: true,
  requester: true,
  mostPaid: true,
  leastReceived: true,
  leastAfterTheFee: true,
  leastAfterTheFeeNow: true,
  offersUntil: true,
  collateralAtSettlement: true,
  deliveryToken: true,
  referral: true,
  offer: true,
  offeror: true,
  bestOffer: true,
  youPay: true,
  escrowReturned: true,
  claimed: true,
};

describe('a fact of a request', () => {
  it.each([true, undefined] as const)(
    'shows the whole address of a token without a symbol on hover (isWhole: %s)',
    (isWhole) => {
      const value = { kind: 'amount', amount: UNKNOWN, ...(isWhole && { isWhole }) } as const;
      expect(describeRow({ label: 'youDeliver', value }).full).toBe(UNKNOWN.token.address);
    },
  );

  it.each(Object.keys(LABELS))('describes a row with the label “%s” in both languages', (label) => {
    const row: RowFact = { label: label as RowLabel, value: { kind: 'none' } };
    expectWords(() => [describeRow(row).label]);
  });

  it.each(Object.entries(VALUES))(
    'describes a row with a value of kind %s in both languages',
    (_, values) => {
      for (const value of values)
        expectWords(() => [describeRow({ label: 'amount', value }).value]);
    },
  );

  it('quotes attribution codes as the site’s claim, and shows only the first few', () => {
    const codes = ['verified_by_condor', 'safe', 'checked', 'no.risk'];
    expect(describeRow({ label: 'attribution', value: { kind: 'codes', codes } })).toEqual({
      label: 'Attribution that the site claims',
      value: '“verified_by_condor”, “safe”, “checked”, …',
      full: '“verified_by_condor”, “safe”, “checked”, “no.risk”',
    });
  });

  it('shortens an address, and shows all of it on hover', () => {
    const [, value] = VALUES.address;
    if (value === undefined) return expect.unreachable();
    expect(describeRow({ label: 'maker', value })).toEqual({
      label: 'Maker',
      value: '0x3C44…93BC',
      full: OTHER,
    });
  });
});

const NOTES: { readonly [Code in MoveNote['code']]: MoveNote } = {
  withTheCall: { code: 'withTheCall' },
  contractFee: { code: 'contractFee' },
  premium: { code: 'premium' },
  locked: { code: 'locked' },
  netPremium: { code: 'netPremium' },
  newOption: { code: 'newOption' },
  unknownToken: { code: 'unknownToken' },
  imitates: { code: 'imitates', symbol: 'USDC' },
  net: {
    code: 'net',
    leaves: '5',
    why: { code: 'locked' },
    arrives: '2',
    source: { code: 'netPremium' },
  },
};

describe('a movement', () => {
  it('describes in both languages how much a conversion adds to a net amount', () => {
    const read = () =>
      describeMove({ ...MOVE, note: { ...NOTES.net, converted: '7' } as MoveNote });
    expect(read().note).toMatch(/\+.*7.* \(converted\)$/);
    expect(inGerman(read).note).toMatch(/\(umgewandelt\)$/);
  });

  it.each(Object.entries(NOTES))(
    'describes a movement with the note “%s” in both languages',
    (_, note) => {
      const read = () => describeMove({ ...MOVE, note });
      expectWords(() => [read().symbol, read().amount, read().note]);
      expect(inGerman(read).note).not.toBe(read().note);
    },
  );

  it.each<[string, MoveFact, string]>([
    ['an option', { kind: 'option' }, '1 option'],
    ['the coin', { kind: 'coin', symbol: 'ETH', units: COIN.wei }, '1.5 ETH'],
    ['a known token', MOVE, '0.000005 USDC'],
    ['an unknown token', { kind: 'token', token: TOKEN, units: '7' }, '7 units of 0x1234…7890'],
    [
      'a collectible',
      { kind: 'collectible', token: TOKEN, units: '1', item: '7' },
      '1 collectible of 0x1234…7890',
    ],
  ])('shows the amount and the asset name of a movement: %s', (_, move, text) => {
    const { amount, symbol } = describeMove(move);
    expect(`${amount} ${symbol}`).toBe(text);
    expectWords(() => [describeMove(move).symbol]);
  });
});
