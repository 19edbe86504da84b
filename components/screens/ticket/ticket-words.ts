import { i18n } from '#i18n';
import { exactAmount, formatAmount } from '../../../shared/format.ts';
import type { FillView, TicketView } from '../../../shared/messages/ticket.ts';

/** An amount of the collateral token, and the exact one for the title. */
export interface Money {
  readonly text: string;
  readonly exact: string;
}

export function money(
  amount: bigint,
  token: { readonly symbol: string; readonly decimals: number },
): Money {
  const { symbol, decimals } = token;
  return {
    text: `${formatAmount(amount, decimals)} ${symbol}`,
    exact: `${exactAmount(amount, decimals)} ${symbol}`,
  };
}

/** With a sign that tells gain from loss without any colour. */
export function signedMoney(
  amount: bigint,
  token: { readonly symbol: string; readonly decimals: number },
): Money {
  const sign = amount > 0n ? '+' : '';
  const { text, exact } = money(amount, token);
  return { text: `${sign}${text}`, exact: `${sign}${exact}` };
}

/** Basis points as a percentage with one decimal, cut off: "+12.5 %". */
export function percentOf(bps: bigint): string {
  const sign = bps < 0n ? '−' : bps > 0n ? '+' : '';
  const size = bps < 0n ? -bps : bps;
  return `${sign}${formatAmount(size, 2, 1)} %`;
}

/** "Buy 1.5 × ETH call spread". */
export function sentenceOf(
  { side, asset, structure }: Pick<TicketView | FillView, 'side' | 'asset' | 'structure'>,
  count: string,
): string {
  const product = `${asset} ${structure.toLowerCase()}`;
  return i18n.t(side === 'buy' ? 'fill.buySentence' : 'fill.sellSentence', { count, product });
}

/** "Buy ETH call spread". */
export function titleOf({
  side,
  asset,
  structure,
}: Pick<TicketView | FillView, 'side' | 'asset' | 'structure'>): string {
  const product = `${asset} ${structure.toLowerCase()}`;
  return i18n.t(side === 'buy' ? 'ticket.buyTitle' : 'ticket.sellTitle', { product });
}
