import type { Address } from 'viem';
import { i18n } from '#i18n';
import type { ApprovalRow, AssetMove } from '../../../shared/approvals/view.ts';
import { exactAmount, shortAddress } from '../../../shared/format.ts';
import { requiredDelivery } from '../../../shared/orders/delivery.ts';
import type { OrderDescription } from '../../../shared/orders/describe.ts';
import type { Order } from '../../../shared/orders/order.ts';
import type { FillQuote } from '../../../shared/orders/quote.ts';
import { deliveryToken } from '../../../shared/orders/verify.ts';
import {
  amountWords,
  momentRow,
  priceWords,
  productWords,
  strikesWords,
} from '../orders/market-words.ts';
import { assetOf } from './merge-moves.ts';

const ZERO_ADDRESS = '0x0000000000000000000000000000000000000000';

/** A fill whose product and token are known: everything can be computed. */
export interface KnownFill {
  readonly order: Order;
  readonly description: OrderDescription;
  readonly quote: FillQuote;
  readonly symbol: string;
  readonly decimals: number;
}

/** What matters most; a physical product's profit is no cash, so only what is sure stands here. */
export function highlightsOf(fill: KnownFill): ApprovalRow[] {
  const { quote, order, description } = fill;
  const { maxLoss, maxProfit, breakEvens } = quote.curve;
  const expires = { label: i18n.t('fill.row.expires'), ...momentRow(order.expiry) };
  if (description.product?.isPhysical) {
    const delivered = deliveredWords(fill);
    return quote.side === 'buy'
      ? [
          { label: i18n.t('fill.row.maxLoss'), ...amountOf(fill, quote.premium) },
          { label: i18n.t('fill.row.youDeliver'), ...delivered },
          { label: i18n.t('fill.row.youGet'), ...amountOf(fill, quote.collateral) },
          expires,
        ]
      : [
          { label: i18n.t('fill.row.collateral'), ...amountOf(fill, quote.collateral) },
          { label: i18n.t('fill.row.youReceive'), ...amountOf(fill, quote.receives) },
          { label: i18n.t('fill.row.deliveredToYou'), ...delivered },
          expires,
        ];
  }
  const risk =
    quote.side === 'sell' && description.product?.isPayoffConfirmed === false
      ? quote.collateral - quote.receives
      : maxLoss;
  return [
    { label: i18n.t('fill.row.maxLoss'), ...amountOf(fill, risk) },
    { label: i18n.t('fill.row.maxProfit'), ...amountOf(fill, maxProfit) },
    {
      label: i18n.t('fill.row.breakEven', breakEvens.length),
      value: breakEvens.length === 0 ? '—' : breakEvens.map(priceWords).join(' · '),
    },
    expires,
  ];
}

/** What the buyer of a physical product delivers, in its own token. */
function deliveredWords({ order, description: { terms }, decimals }: KnownFill) {
  const token = deliveryToken(order);
  if (terms === undefined || token === undefined) return { value: '—' };
  const amount = requiredDelivery(terms, {
    contracts: order.numContracts,
    collateralDecimals: decimals,
    deliveryDecimals: token.decimals,
  });
  return {
    value: `${amountWords(amount, token.decimals)} ${token.symbol}`,
    full: `${exactAmount(amount, token.decimals)} ${token.symbol}`,
  };
}

/** The facts of an order; those in money only where everything about it is known. */
export function rowsOf(
  order: Order,
  description: OrderDescription,
  fill: KnownFill | undefined,
  referrer: Address,
): ApprovalRow[] {
  const asset = description.asset ?? i18n.t('fill.unknownAsset');
  const decimals = description.collateral?.decimals ?? 0;
  return [
    {
      label: i18n.t('fill.row.product'),
      value: i18n.t('fill.productOn', { product: productWords(description), asset }),
    },
    {
      label: i18n.t('fill.row.side'),
      value: i18n.t(description.takerSide === 'buy' ? 'fill.youBuy' : 'fill.youSell'),
    },
    {
      label: i18n.t('fill.row.strikes', description.strikesAscending.length),
      value: strikesWords(description.strikesAscending),
    },
    {
      label: i18n.t('fill.row.contracts'),
      value: amountWords(order.numContracts, decimals),
      full: exactAmount(order.numContracts, decimals),
    },
    ...(fill === undefined ? [] : moneyRows(fill)),
    { label: i18n.t('fill.row.maker'), value: shortAddress(order.maker), full: order.maker },
    {
      label: i18n.t('fill.row.referrer'),
      value: referrer === ZERO_ADDRESS ? i18n.t('fill.noReferrer') : shortAddress(referrer),
      full: referrer,
    },
  ];
}

function moneyRows(fill: KnownFill): ApprovalRow[] {
  const { quote, description } = fill;
  return [
    { label: i18n.t('fill.row.premium'), ...amountOf(fill, quote.premium) },
    {
      label: i18n.t(quote.isFeeExact ? 'fill.row.fee' : 'fill.row.feeAtMost'),
      ...amountOf(fill, quote.fee),
    },
    ...(quote.side === 'sell'
      ? [{ label: i18n.t('fill.row.collateral'), ...amountOf(fill, quote.collateral) }]
      : []),
    ...(description.product?.isPhysical || quote.side === 'sell'
      ? []
      : [{ label: i18n.t('fill.row.maxPayout'), ...amountOf(fill, quote.maxPayoff) }]),
  ];
}

/** What leaves and what arrives by the order's own words, for nodes that cannot simulate. */
export function movesOfFill(fill: KnownFill): {
  leaves: readonly AssetMove[];
  arrives: readonly AssetMove[];
} {
  const { quote, symbol, decimals } = fill;
  const move = (amount: bigint, note: string): AssetMove => ({
    symbol,
    amount: amountWords(amount, decimals),
    exact: exactAmount(amount, decimals),
    note,
    asset: assetOf(fill.order.collateral, amount),
  });
  if (quote.side === 'buy') {
    const option: AssetMove = {
      kind: 'option',
      symbol: i18n.t('fill.option'),
      amount: '1',
      exact: '1',
      note: i18n.t('fill.note.newOption'),
    };
    return { leaves: [move(quote.premium, i18n.t('fill.note.premium'))], arrives: [option] };
  }
  return {
    leaves: [move(quote.collateral, i18n.t('fill.note.locked'))],
    arrives: [move(quote.receives, i18n.t('fill.note.netPremium'))],
  };
}

function amountOf({ symbol, decimals }: KnownFill, value: bigint) {
  return {
    value: `${amountWords(value, decimals)} ${symbol}`,
    full: `${exactAmount(value, decimals)} ${symbol}`,
  };
}
