import { i18n } from '#i18n';
import { exactAmount } from '../../../shared/format.ts';
import type {
  ActionBlock,
  PositionAction,
  PositionRow,
  PositionState,
  VerifiedFact,
} from '../../../shared/messages/positions.ts';
import {
  amountText,
  centsOfToken,
  fittingText,
  fittingUsd,
  isDollar,
  priceText,
  volatilityText,
} from '../../ui/numbers.ts';
import { productLabel } from '../../ui/product-name.ts';
import { leftUntil } from '../../ui/times.ts';

type Token = PositionRow['token'];

/** Decimals in a list; the title has the exact amount. */
const SHORT = 4;
const MOST_STRIKES = 4;

/** "ETH · Put". */
export function nameOf({ asset, product }: PositionRow): string {
  return `${asset ?? i18n.t('positions.unknownAsset')} · ${productLabel(product)}`;
}

/**
 * Describes how the account got its side, or that it was transferred: "Bought", "Received, seller’s
 * side".
 */
export function originLabel({ side, isReceived, givenTo }: PositionRow): string {
  if (givenTo !== undefined)
    return i18n.t(side === 'buyer' ? 'positions.boughtGiven' : 'positions.soldGiven');
  if (isReceived)
    return i18n.t(side === 'buyer' ? 'positions.receivedLong' : 'positions.receivedShort');
  return i18n.t(side === 'buyer' ? 'positions.bought' : 'positions.sold');
}

/** Source of the cost in an export. */
export function acquiredText(row: PositionRow): string {
  if (row.givenTo !== undefined) return i18n.t('positions.csvGiven');
  if (!row.isReceived) return i18n.t('positions.csvTraded');
  return i18n.t(
    row.enteredCost === undefined ? 'positions.csvReceived' : 'positions.csvReceivedEntered',
  );
}

/** Characters of an amount that fit a line at every width. */
const LINE = 22;

/**
 * Returns an amount with its unit, within a number of characters; raw units for an unknown token.
 */
export function moneyText(units: string | bigint, token: Token, most = LINE): string {
  return shortText(units, token, { most, isSigned: false });
}

/** Returns the same with a plus sign before a gain. */
export function profitText(units: string | bigint, token: Token, most = LINE): string {
  return shortText(units, token, { most, isSigned: true });
}

/** Dollars are shown to the cent, with both digits. */
function shortText(
  units: string | bigint,
  token: Token,
  { most, isSigned }: { most: number; isSigned: boolean },
): string {
  const amount = BigInt(units);
  const { symbol, decimals } = token;
  const cents = `${isSigned && amount > 0n ? '+' : ''}${centsOfToken(amount, decimals)}`;
  const text =
    isDollar(symbol) && cents.length <= most
      ? cents
      : fittingText(amount, decimals, { most, fraction: SHORT, isSigned });
  return `${text} ${symbolOf(token)}`;
}

/** Returns a number of contracts, within a number of characters. */
export function contractsText({ contracts, token }: PositionRow): string {
  return fittingText(BigInt(contracts), token.decimals, { most: LINE });
}

/** Returns the exact amount, for the title and the clipboard. */
export function exactMoney(units: string | bigint, token: Token): string {
  return `${exactAmount(BigInt(units), token.decimals)} ${symbolOf(token)}`;
}

/** Returns every decimal of an amount, formatted in the chosen language. */
export function wholeMoney(units: string | bigint, token: Token): string {
  return `${amountText(BigInt(units), token.decimals, token.decimals)} ${symbolOf(token)}`;
}

export function symbolOf({ symbol }: Token): string {
  return symbol ?? i18n.t('positions.units');
}

/**
 * "$2,500 · $2,600": products have at most four; of an indexer's longer list the count is shown.
 */
export function strikesText({ strikes }: PositionRow): string {
  const shown = strikes.slice(0, MOST_STRIKES).map((strike) => fittingPrice(BigInt(strike)));
  const more = strikes.length - shown.length;
  return [...shown, ...(more > 0 ? [`… +${amountText(BigInt(more), 0)}`] : [])].join(' · ');
}

/** Prices fit a line, unless an indexer invents them. Dollars with 8 decimals. */
export function fittingPrice(strike: bigint): string {
  const text = priceText(strike);
  return text.length <= LINE ? text : fittingUsd(strike, LINE);
}

export function stateLabel(state: PositionState): string {
  switch (state) {
    case 'open':
      return i18n.t('positions.tabOpen');
    case 'awaiting settlement':
      return i18n.t('positions.tabAwaitingLong');
    case 'settled':
      return i18n.t('positions.tabSettled');
    case 'closed':
      return i18n.t('positions.tabClosed');
  }
}

/** Text keys of compared facts. */
const FACT_KEYS = {
  buyer: 'positions.factBuyer',
  seller: 'positions.factSeller',
  contracts: 'positions.factContracts',
  strikes: 'positions.factStrikes',
  expiry: 'positions.factExpiry',
  collateral: 'positions.factCollateral',
  token: 'positions.factToken',
  feed: 'positions.factFeed',
  code: 'positions.factCode',
  origin: 'positions.factOrigin',
  cover: 'positions.factCover',
  settled: 'positions.factSettled',
  premium: 'positions.factPremium',
  payout: 'positions.factPayout',
  absent: 'positions.factAbsent',
} as const satisfies Record<VerifiedFact, string>;

export function factsText(facts: readonly VerifiedFact[]): string {
  return facts.map((fact) => i18n.t(FACT_KEYS[fact])).join(', ');
}

export function actionLabel(action: PositionAction, row: PositionRow): string {
  switch (action) {
    case 'payout':
      return i18n.t('positions.payout');
    case 'transfer':
      return i18n.t('positions.transfer');
    case 'close':
      return i18n.t('positions.close');
    case 'allow-delivery':
      return i18n.t('positions.allowDelivery', { amount: deliveredText(row) });
    case 'exercise':
      return i18n.t('positions.exercise');
    case 'decline':
      return i18n.t('positions.decline');
    case 'return-excess':
      return i18n.t('positions.returnExcess');
  }
}

/** Returns the delivery with its unit, exact. */
export function deliveredText({ delivery }: PositionRow): string {
  return delivery === undefined ? '—' : wholeMoney(delivery.amount, delivery.token);
}

/** Returns whether the delivery is worth more than what is received for it, at the spot price. */
export function deliversAtLoss({ side, worth }: PositionRow): boolean {
  return side === 'buyer' && worth?.value === '0';
}

/** Describes an action in a sentence. */
export function actionHint(action: PositionAction, row: PositionRow): string {
  switch (action) {
    case 'payout':
      return i18n.t('positions.payoutHint');
    case 'transfer':
      return i18n.t('positions.transferHint');
    case 'close':
      return i18n.t('positions.closeHint');
    case 'allow-delivery':
      return i18n.t('positions.allowDeliveryHint', { amount: deliveredText(row) });
    case 'exercise':
      return i18n.t('positions.exerciseHint', {
        amount: deliveredText(row),
        collateral: wholeMoney(row.collateral, row.token),
      });
    case 'decline':
      return i18n.t('positions.declineHint');
    case 'return-excess':
      return row.excess === undefined
        ? i18n.t('positions.returnExcessNone')
        : i18n.t('positions.returnExcessHint', { amount: wholeMoney(row.excess, row.token) });
  }
}

/** Describes why an action is disabled now. `now` in epoch milliseconds. */
export function blockText(
  block: ActionBlock,
  action: PositionAction,
  row: PositionRow,
  now: number,
): string {
  switch (block) {
    case 'not due':
      if (row.expiry * 1000 <= now) return i18n.t('positions.blockedReading');
      return action === 'payout' && row.delivery !== undefined
        ? i18n.t('positions.blockedUntilWindowEnds', {
            time: leftUntil(row.delivery.until ?? row.expiry, now),
          })
        : i18n.t('positions.blockedNotDue', { time: leftUntil(row.expiry, now) });
    case 'watched only':
      return i18n.t('positions.blockedWatched');
    case 'not checked':
      return i18n.t('positions.blockedUnchecked');
    case 'foreign contract':
      return i18n.t('positions.blockedForeign');
    case 'not the holder':
      return i18n.t('positions.blockedHolder');
    case 'one side only':
      return i18n.t('positions.blockedOneSide');
    case 'window open':
      return i18n.t(
        row.side === 'buyer' ? 'positions.blockedYourWindowOpen' : 'positions.blockedWindowOpen',
        { time: leftUntil(row.delivery?.until ?? 0, now) },
      );
    case 'window ended':
      return i18n.t('positions.blockedWindowEnded');
    case 'other delivery':
      return i18n.t('positions.blockedOtherDelivery');
    case 'short of delivery':
      return i18n.t('positions.blockedShort', { amount: deliveredText(row) });
    case 'allow first':
      return i18n.t('positions.blockedAllowFirst');
    case 'already allowed':
      return i18n.t('positions.blockedAllowed');
    case 'no excess':
      return i18n.t('positions.returnExcessNone');
  }
}

/** Returns the inputs of the model's mark: spot, volatility and time left (epoch milliseconds). */
export function markInputs(
  { spot, volatility, expiry }: Pick<PositionRow, 'spot' | 'volatility' | 'expiry'>,
  now: number,
): string {
  return i18n.t('positions.markInputs', {
    spot: spot === undefined ? '—' : priceText(BigInt(spot.price)),
    volatility: volatility === undefined ? '—' : volatilityText(volatility),
    time: leftUntil(expiry, now),
  });
}
