import { i18n } from '#i18n';
import type { RowFact, RowLabel, RowValue } from '../../shared/approvals/facts/rows.ts';
import type { StrikesFact } from '../../shared/approvals/facts/strikes.ts';
import { shortAddress } from '../../shared/format.ts';
import { localMoment, utcMoment } from '../texts/moments.ts';
import { amountText, exactText, priceText } from '../texts/numbers.ts';
import { productOfTraded, tradedAsset } from '../texts/traded.ts';
import { shownAmount, tokenName, wholeShown } from './describe-amounts.ts';
import type { ApprovalRow } from './worded.ts';

export function describeRow({ label, value }: RowFact): ApprovalRow {
  // A fill that gains at every price has no loss, so neither a minus nor a plus sign fits.
  if (label === 'maxLoss' && value.kind === 'amount' && BigInt(value.amount.units) < 0n)
    return { label: labelText(label, value), value: i18n.t('ticket.noLoss') };
  return { label: labelText(label, value), ...withSign(SIGNS.get(label) ?? '', valueText(value)) };
}

const SIGNS: ReadonlyMap<RowLabel, string> = new Map([
  ['maxLoss', '−'],
  ['maxProfit', '+'],
]);

function withSign(sign: string, shown: Omit<ApprovalRow, 'label'>): Omit<ApprovalRow, 'label'> {
  const { value, full } = shown;
  // Zero has no sign. A negative text already has a sign: an order that can only lose has a
  // negative profit.
  const isSigned = /^[1-9<]|^0[.,]/.test(value);
  if (sign === '' || !isSigned) return shown;
  return { value: `${sign}${value}`, ...(full === undefined ? {} : { full: `${sign}${full}` }) };
}

function labelText(label: RowLabel, value: RowValue): string {
  const count = 'prices' in value ? value.prices.length : 1;
  return label === 'fillStrikes' || label === 'breakEven'
    ? i18n.t(`rows.${label}`, count)
    : i18n.t(`rows.${label}`);
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
    case 'breakEvens':
      return { value: value.prices.length === 0 ? '—' : listOf(value.prices) };
    case 'time':
      return { value: localMoment(value.at), full: utcMoment(value.at) };
    case 'traded': {
      const { traded } = value;
      const values = { product: productOfTraded(traded), asset: tradedAsset(traded) };
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

/** Maximum number of attribution codes that are shown. The title contains all codes. */
const MAX_CODES = 3;

/** Quotes codes that the site chose, so that they don't look like Condor's text. */
function describeCodes(codes: readonly string[]): { value: string; full?: string } {
  const quoted = codes.map((symbol) => i18n.t('meaning.quotedSymbol', { symbol }));
  const full = quoted.join(', ');
  return quoted.length > MAX_CODES
    ? { value: `${quoted.slice(0, MAX_CODES).join(', ')}, …`, full }
    : { value: full };
}
