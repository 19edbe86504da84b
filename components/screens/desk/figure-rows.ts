import { i18n } from '#i18n';
import type { FillFigures } from '../../../shared/desk/figures.ts';
import { figuresOf } from '../../../shared/desk/figures.ts';
import { type DeskFill, fillOf, offerOf, oneContract } from '../../../shared/desk/offer.ts';
import { volatilitiesOf } from '../../../shared/desk/volatility.ts';
import type { ListedSpot, OrderRow } from '../../../shared/messages/market.ts';
import { type Contracts, unixSeconds } from '../../../shared/units.ts';
import { priceText as dollarText } from '../../charts/chart-texts.ts';
import { chanceText, plainPercent, priceText, volatilityText } from '../../texts/numbers.ts';
import { dollarsOf } from '../trade/orders/order-figures.ts';

/** A quote on the desk, with the spot price of its asset. */
export interface DeskQuote {
  readonly row: OrderRow;
  readonly spot: ListedSpot;
  /** In base units of the collateral. Default: one contract. */
  readonly contracts?: Contracts;
}

/** Returns the fill of a quote; undefined if the strikes don't fit the product. */
export function fillOfQuote({ row, spot, contracts }: DeskQuote): DeskFill | undefined {
  return contracts === undefined ? oneContract(row, spot) : fillOf(row, contracts, spot);
}

/** A figure of a quote as text; a dash if a price is missing or the figure has no meaning. */
export interface FigureText {
  readonly text: string;
  readonly assumes: readonly string[];
}

export const FIGURE_NAMES = [
  'price',
  'ourVolatility',
  'feedVolatility',
  'profitChance',
  'bestChance',
  'worstChance',
  'expectedMove',
  'priceOfWidth',
  'breakEven',
  'yieldPerYear',
  'feeShare',
] as const;

/** Returns the figures of one contract; undefined if the strikes don't fit the product. */
export function figureTexts(
  { row, spot }: DeskQuote,
  now: number,
): Readonly<Record<(typeof FIGURE_NAMES)[number], FigureText>> | undefined {
  const [offer, fill] = [offerOf(row, spot), oneContract(row, spot)];
  if (offer === undefined || fill === undefined) return undefined;
  const time = unixSeconds(now);
  const figures = figuresOf({
    ...{ offer, quote: fill.quote, now: time, expiry: unixSeconds(row.expiry) },
    volatility: row.impliedVolatility,
  });
  const { implied, reported } = volatilitiesOf(row, { spot, now: time });
  const plain = (text: string | undefined): FigureText => ({ text: text ?? '—', assumes: [] });
  return {
    price: plain(dollarsOf(row)),
    ourVolatility: plain(implied === undefined ? undefined : volatilityText(implied)),
    feedVolatility: plain(reported === undefined ? undefined : volatilityText(reported)),
    profitChance: worded(figures.profitChance, chanceText),
    bestChance: worded(figures.bestChance, chanceText),
    worstChance: worded(figures.worstChance, chanceText),
    expectedMove: worded(
      figures.expectedMove,
      ({ low, high }) => `${dollarText(low)} – ${dollarText(high)}`,
    ),
    priceOfWidth: worded(figures.priceOfWidth, (share) => percent(share * 100)),
    breakEven: worded(figures.breakEvens, (all) =>
      all.length === 0
        ? '—'
        : all.map(({ price, percent: away }) => `${priceText(price)} (${signed(away)})`).join(', '),
    ),
    yieldPerYear: worded(figures.yieldPerYearBps, plainPercent),
    feeShare: worded(figures.feeShareBps, plainPercent),
  };
}

type Assumption = NonNullable<FillFigures['profitChance']>['assumes'][number];

function worded<Value>(
  figure: { readonly value: Value; readonly assumes: readonly Assumption[] } | undefined,
  textOf: (value: Value) => string,
): FigureText {
  return figure === undefined
    ? { text: '—', assumes: [] }
    : {
        text: textOf(figure.value),
        assumes: figure.assumes.map((code) => i18n.t(`desk.assumes.${code}`)),
      };
}

const percent = (value: number) => plainPercent(BigInt(Math.round(value * 100)));

const signed = (value: number) =>
  `${value > 0 ? '+' : value < 0 ? '−' : ''}${percent(Math.abs(value))}`;
