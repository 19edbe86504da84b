import { i18n } from '#i18n';
import type { RowFact, RowLabel, RowValue } from '../../shared/approvals/facts/rows.ts';
import type { StrikesFact } from '../../shared/approvals/facts/strikes.ts';
import { exactAmount, shortAddress } from '../../shared/format.ts';
import { localMoment, utcMoment } from '../ui/moments.ts';
import { amountText, priceText } from '../ui/numbers.ts';
import { assetOfTraded, productOfTraded } from '../ui/traded.ts';
import { shownAmount, wholeShown } from './describe-amounts.ts';
import type { ApprovalRow } from './worded.ts';

type CountedLabel = Extract<RowLabel, 'fill strikes' | 'break-even'>;

const LABELS = {
  token: 'approving.token',
  spender: 'approving.spender',
  amount: 'approving.amount',
  contract: 'approving.contract',
  item: 'approving.item',
  operator: 'approving.operator',
  count: 'approving.count',
  from: 'approving.from',
  to: 'approving.to',
  option: 'approving.option',
  side: 'approving.side',
  receiver: 'approving.receiver',
  'reclaimed option': 'approving.outOfOption',
  'you deliver': 'approving.youDeliver',
  'not delivered': 'approving.notDelivered',
  seller: 'approving.toSeller',
  'exercise until': 'approving.exerciseUntil',
  'you get for it': 'approving.youGetFor',
  strikes: 'approving.strikes',
  expires: 'approving.expires',
  'collateral in it': 'approving.collateralInIt',
  swapped: 'approving.swapped',
  router: 'approving.byRouter',
  'quote that ended': 'approving.quoteThatEnded',
  cutoff: 'approving.cutoff',
  'called contract': 'approving.wholeAddress',
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
} as const satisfies Record<Exclude<RowLabel, CountedLabel>, string>;

export function describeRow({ label, value }: RowFact): ApprovalRow {
  return { label: labelText(label, value), ...valueText(value) };
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
      return value.isWhole === true ? wholeShown(value.amount) : shownAmount(value.amount);
    case 'unlimited':
      return { value: i18n.t('approving.unlimited') };
    case 'token': {
      const { symbol, address } = value.token;
      return { value: symbol ?? i18n.t('approving.unknown'), full: address };
    }
    case 'book': {
      const spender = shortAddress(value.address);
      return { value: i18n.t('approving.orderBookAt', { spender }), full: value.address };
    }
    case 'contracts': {
      const units = BigInt(value.units);
      return {
        value: amountText(units, value.decimals),
        full: exactAmount(units, value.decimals),
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
      return { value: i18n.t(value.isBuyer ? 'words.buyers' : 'words.sellers') };
    case 'number':
      return { value: value.number };
    case 'no referrer':
      return { value: i18n.t('fill.noReferrer'), full: value.address };
    case 'none':
      return { value: '—' };
  }
}

function listOf(prices: readonly string[]): string {
  return prices.map((price) => priceText(BigInt(price))).join(' · ');
}

/** Strikes in one line. */
export function strikesText({ prices, more }: StrikesFact): string {
  const named = listOf(prices);
  return more === undefined ? named : `${named} … (+${more})`;
}
