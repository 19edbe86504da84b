import { i18n } from '#i18n';
import type { RowFact, RowLabel, RowValue } from '../../shared/approvals/facts/rows.ts';
import type { StrikesFact } from '../../shared/approvals/facts/strikes.ts';
import { shortAddress } from '../../shared/format.ts';
import { localMoment, utcMoment } from '../texts/moments.ts';
import { amountText, exactText, priceText } from '../texts/numbers.ts';
import { assetOfTraded, productOfTraded } from '../texts/traded.ts';
import { shownAmount, tokenName, wholeShown } from './describe-amounts.ts';
import type { ApprovalRow } from './worded.ts';

type CountedLabel = Extract<RowLabel, 'fill strikes' | 'break-even'>;

const LABELS = {
  token: 'meaning.token',
  spender: 'meaning.spender',
  amount: 'meaning.amount',
  contract: 'meaning.contract',
  item: 'meaning.item',
  operator: 'meaning.operator',
  count: 'meaning.count',
  from: 'meaning.from',
  to: 'meaning.to',
  option: 'meaning.option',
  side: 'meaning.side',
  receiver: 'meaning.receiver',
  'reclaimed option': 'meaning.outOfOption',
  'you deliver': 'meaning.youDeliver',
  'not delivered': 'meaning.notDelivered',
  seller: 'meaning.collateralToSeller',
  'exercise until': 'meaning.exerciseUntil',
  'you get for it': 'meaning.youGetFor',
  strikes: 'meaning.strikes',
  expires: 'meaning.expires',
  'collateral in it': 'meaning.collateralInIt',
  'collateral split off': 'meaning.collateralSplitOff',
  'contracts split off': 'meaning.contractsSplitOff',
  swapped: 'meaning.swapped',
  router: 'meaning.byRouter',
  'quote that ended': 'meaning.quoteEnds',
  cutoff: 'meaning.cutoff',
  'called contract': 'meaning.contractAddress',
  account: 'delegation.account',
  payer: 'delegation.payer',
  'account code': 'delegation.accountCode',
  attribution: 'meaning.attribution',
  'token owner': 'meaning.tokenOwner',
  deadline: 'signed.deadline',
  product: 'fill.row.product',
  'your side': 'fill.row.side',
  contracts: 'fill.row.contracts',
  premium: 'fill.row.premium',
  fee: 'fill.row.fee',
  'fee at most': 'fill.row.feeAtMost',
  collateral: 'fill.row.collateral',
  'max payout': 'fill.row.maxPayout',
  'max loss': 'fill.row.maxLoss',
  'max profit': 'fill.row.maxProfit',
  'option expires': 'fill.row.expires',
  'you receive': 'fill.row.youReceive',
  'if exercised you deliver': 'fill.row.youDeliver',
  'if exercised you get': 'fill.row.youGet',
  'if exercised delivered to you': 'fill.row.deliveredToYou',
  maker: 'fill.row.maker',
  referrer: 'fill.row.referrer',
  request: 'quotationCalls.request',
  requester: 'quotationCalls.requester',
  'most paid': 'quotationCalls.mostPaid',
  'least received': 'quotationCalls.leastReceived',
  'least after the fee': 'quotationCalls.leastAfterFee',
  'offers until': 'quotationCalls.offersUntil',
  'collateral at settlement': 'quotationCalls.collateralAtSettlement',
  'delivery token': 'quotationCalls.deliveryToken',
  referral: 'quotationCalls.referral',
  offer: 'quotationCalls.offer',
  offeror: 'fill.row.maker',
  'best offer': 'quotationCalls.bestOffer',
  'you pay': 'quotationCalls.youPay',
  'escrow returned': 'quotationCalls.returned',
  claimed: 'quotationCalls.claimedAmount',
} as const satisfies Record<Exclude<RowLabel, CountedLabel>, string>;

export function describeRow({ label, value }: RowFact): ApprovalRow {
  // A fill that gains at every price: a minus or plus sign would both mislead.
  if (label === 'max loss' && value.kind === 'amount' && BigInt(value.amount.units) < 0n)
    return { label: labelText(label, value), value: i18n.t('ticket.noLoss') };
  return { label: labelText(label, value), ...withSign(SIGNS.get(label) ?? '', valueText(value)) };
}

/** Losses and gains have their sign here as in the ticket. */
const SIGNS: ReadonlyMap<RowLabel, string> = new Map([
  ['max loss', '−'],
  ['max profit', '+'],
]);

function withSign(sign: string, shown: Omit<ApprovalRow, 'label'>): Omit<ApprovalRow, 'label'> {
  const { value, full } = shown;
  // Zero has none, and an order that only loses has a negative profit.
  const isSigned = /^[1-9<]|^0[.,]/.test(value);
  if (sign === '' || !isSigned) return shown;
  return { value: `${sign}${value}`, ...(full === undefined ? {} : { full: `${sign}${full}` }) };
}

function labelText(label: RowLabel, value: RowValue): string {
  const count = 'prices' in value ? value.prices.length : 1;
  if (label === 'fill strikes') return i18n.t('fill.row.strikes', count);
  return label === 'break-even' ? i18n.t('fill.row.breakEven', count) : i18n.t(LABELS[label]);
}

function valueText(value: RowValue): Omit<ApprovalRow, 'label'> {
  switch (value.kind) {
    case 'address':
      return value.isShort === true
        ? { value: shortAddress(value.address), full: value.address }
        : { value: value.address };
    case 'amount':
      return value.isWhole === true
        ? wholeShown(value.amount)
        : shownAmount(value.amount, value.isCost);
    case 'unlimited':
      return { value: i18n.t('meaning.unlimited') };
    case 'token': {
      const { symbol, address } = value.token;
      const name = symbol === undefined ? i18n.t('meaning.unknown') : tokenName(value.token);
      return { value: name, full: address };
    }
    case 'book': {
      const spender = shortAddress(value.address);
      return { value: i18n.t('meaning.orderBookAt', { spender }), full: value.address };
    }
    case 'pool': {
      const spender = shortAddress(value.address);
      return { value: i18n.t('meaning.poolAt', { spender }), full: value.address };
    }
    case 'factory': {
      const spender = shortAddress(value.address);
      return { value: i18n.t('quotationCalls.factoryAt', { spender }), full: value.address };
    }
    case 'contracts': {
      const units = BigInt(value.units);
      return {
        value: amountText(units, value.decimals),
        full: exactText(units, value.decimals),
      };
    }
    case 'strikes':
      return { value: strikesText(value) };
    case 'break-evens':
      return { value: value.prices.length === 0 ? '—' : listOf(value.prices) };
    case 'time':
      return { value: localMoment(value.at), full: utcMoment(value.at) };
    case 'traded': {
      const { traded } = value;
      const values = { product: productOfTraded(traded), asset: assetOfTraded(traded) };
      return { value: i18n.t('fill.productOn', values) };
    }
    case 'taker side':
      return { value: i18n.t(value.side === 'buy' ? 'fill.youBuy' : 'fill.youSell') };
    case 'option side':
      return { value: i18n.t(value.isBuyer ? 'actions.buyers' : 'actions.sellers') };
    case 'number':
      return { value: value.number };
    case 'codes':
      return describeCodes(value.codes);
    case 'no referrer':
      return { value: i18n.t('fill.noReferrer'), full: value.address };
    case 'none':
      return { value: '—' };
  }
}

function listOf(prices: readonly string[]): string {
  return prices.map((price) => priceText(BigInt(price))).join(' · ');
}

/** Returns the strikes in one line. */
export function strikesText({ prices, more }: StrikesFact): string {
  const named = listOf(prices);
  return more === undefined ? named : `${named} … (+${more})`;
}

/** Number of codes of an attribution that are shown; the title has all of them. */
const MAX_CODES = 3;

/** Quotes codes that the site chose, so that none reads like Condor's own words. */
function describeCodes(codes: readonly string[]): { value: string; full?: string } {
  const quoted = codes.map((symbol) => i18n.t('meaning.quotedSymbol', { symbol }));
  const full = quoted.join(', ');
  return quoted.length > MAX_CODES
    ? { value: `${quoted.slice(0, MAX_CODES).join(', ')}, …`, full }
    : { value: full };
}
