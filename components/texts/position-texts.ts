import { i18n } from '#i18n';
import { worthSymbol } from '../../shared/chain/lending.ts';
import { roundedUp } from '../../shared/format.ts';
import type {
  ActionBlock,
  PositionAction,
  PositionRow,
  PositionState,
  VerifiedFact,
} from '../../shared/positions/position-view.ts';
import {
  amountText,
  CENTS,
  centsOfToken,
  exactText,
  fittingText,
  fittingUsd,
  isDollar,
  priceText,
  volatilityText,
} from './numbers.ts';
import { productLabel } from './product-name.ts';
import { leftUntil } from './times.ts';

type Token = PositionRow['token'];

const SHORT = 4;
const MAX_STRIKES = 4;

export function nameOf({
  asset,
  product,
}: {
  readonly asset?: string | undefined;
  readonly product?: PositionRow['product'] | undefined;
}): string {
  return `${asset ?? i18n.t('positions.unknownAsset')} · ${productLabel(product)}`;
}

/**
 * Describes how the account got its side: "Bought", "Received, seller’s side". Also describes a
 * side that the account has transferred.
 */
export function originLabel({ side, isReceived, givenTo, isClosedByOffer }: PositionRow): string {
  if (isClosedByOffer === true)
    return i18n.t(side === 'buyer' ? 'quotations.settledSale' : 'quotations.settledPurchase');
  if (givenTo !== undefined)
    return i18n.t(side === 'buyer' ? 'positions.boughtGiven' : 'positions.soldGiven');
  if (isReceived)
    return i18n.t(side === 'buyer' ? 'positions.receivedLong' : 'positions.receivedShort');
  return i18n.t(side === 'buyer' ? 'positions.bought' : 'positions.sold');
}

/** Describes the source of the cost, for an export. */
export function acquiredText(row: PositionRow): string {
  if (row.givenTo !== undefined) return i18n.t('positions.csvGiven');
  if (!row.isReceived) return i18n.t('positions.csvTraded');
  return i18n.t(
    row.enteredCost === undefined ? 'positions.csvReceived' : 'positions.csvReceivedEntered',
  );
}

/** Number of characters of an amount that fit on a line at every width. */
const LINE = 22;

/**
 * Returns an amount with its unit in at most `most` characters; base units for an unknown token.
 */
export function moneyText(units: bigint, token: Token, most = LINE): string {
  return shortText(units, token, { most, isSigned: false });
}

/** Returns an amount that the user pays or locks, rounded up. */
export function paidText(units: bigint, token: Token, most = LINE): string {
  const fraction = isDollar(token.symbol) ? CENTS : SHORT;
  return moneyText(roundedUp(units, token.decimals, fraction), token, most);
}

/** Returns a gain with a plus sign, or a loss with a minus sign. */
export function profitText(units: bigint, token: Token, most = LINE): string {
  return shortText(units, token, { most, isSigned: true });
}

/** Returns a shortened amount. Dollars are shown to the cent, always with two decimals. */
function shortText(
  amount: bigint,
  token: Token,
  { most, isSigned }: { most: number; isSigned: boolean },
): string {
  const { symbol, decimals } = token;
  const shown = isSigned && amount < 0n ? roundedUp(amount, decimals, 2) : amount;
  const cents = `${isSigned && amount > 0n ? '+' : ''}${centsOfToken(shown, decimals)}`;
  const text =
    isDollar(symbol) && cents.length <= most
      ? cents
      : fittingText(amount, decimals, { most, fraction: SHORT, isSigned });
  return `${text} ${symbolOf(token)}`;
}

/** Returns a number of contracts in a limited number of characters. */
export function contractsText({
  contracts,
  token,
}: Pick<PositionRow, 'contracts' | 'token'>): string {
  return fittingText(contracts, token.decimals, { most: LINE });
}

export function exactMoney(units: bigint, token: Token): string {
  return `${exactText(units, token.decimals)} ${symbolOf(token)}`;
}

/** Returns an amount with all decimals in the chosen language. */
export function wholeMoney(units: bigint, token: Token): string {
  return `${amountText(units, token.decimals, token.decimals)} ${symbolOf(token)}`;
}

/** Returns the token's symbol. For receipts of the lending pool, returns their asset's symbol. */
export function symbolOf({ symbol }: Token): string {
  return symbol === undefined ? i18n.t('positions.units') : worthSymbol(symbol);
}

/**
 * Returns the strikes: "$2,500 · $2,600". An indexer may report any number of strikes; from the
 * fifth on, strikes are only counted, because products have at most four.
 */
export function strikesText({ strikes }: Pick<PositionRow, 'strikes'>): string {
  const shown = strikes.slice(0, MAX_STRIKES).map(fittingPrice);
  const more = strikes.length - shown.length;
  return [...shown, ...(more > 0 ? [`… +${amountText(BigInt(more), 0)}`] : [])].join(' · ');
}

/** Returns a strike (dollars, 8 decimals), shortened if an indexer reports a huge number. */
export function fittingPrice(strike: bigint): string {
  const text = priceText(strike);
  return text.length <= LINE ? text : fittingUsd(strike, LINE);
}

export function stateLabel(state: PositionState): string {
  return i18n.t(`positions.state.${state}`);
}

export function factsText(facts: readonly VerifiedFact[]): string {
  return facts.map((fact) => i18n.t(`positions.fact.${fact}`)).join(', ');
}

export function actionLabel(action: PositionAction, row: PositionRow): string {
  return i18n.t(`positions.${action}`, { amount: deliveredText(row) });
}

export function deliveredText({ delivery }: PositionRow): string {
  return delivery === undefined ? '—' : wholeMoney(delivery.amount, delivery.token);
}

/** Returns true when the buyer would deliver more than it receives, at current prices. */
export function deliversAtLoss({ side, delivery }: PositionRow): boolean {
  return side === 'buyer' && delivery?.isAtLoss === true;
}

/** Describes an action in a sentence. */
export function actionHint(action: PositionAction, row: PositionRow): string {
  const { excess, collateral, token } = row;
  if (action === 'returnExcess' && excess === undefined) {
    return i18n.t('positions.blocked.noExcess');
  }
  if (action === 'offers' && row.side === 'seller') return i18n.t('quotations.closeSoldHint');
  const values = {
    amount: deliveredText(row),
    collateral: wholeMoney(collateral, token),
    excess: wholeMoney(excess ?? 0n, token),
  };
  return i18n.t(`positions.${action}Hint`, values);
}

/** Describes why an action isn't possible now. `now` in epoch milliseconds. */
export function blockText(
  block: ActionBlock,
  action: PositionAction,
  row: PositionRow,
  now: number,
): string {
  const { delivery, expiry, side } = row;
  if (block === 'windowOpen') {
    return i18n.t(
      side === 'buyer' ? 'positions.blockedYourWindowOpen' : 'positions.blockedWindowOpen',
      { time: leftUntil(delivery?.until ?? 0, now) },
    );
  }
  if (block !== 'notDue')
    return i18n.t(`positions.blocked.${block}`, { amount: deliveredText(row) });
  if (expiry * 1000 <= now) return i18n.t('positions.blockedReading');
  return action === 'payout' && delivery !== undefined
    ? i18n.t('positions.blockedUntilWindowEnds', {
        time: leftUntil(delivery.until ?? expiry, now),
      })
    : i18n.t('positions.blockedNotDue', { time: leftUntil(expiry, now) });
}

/**
 * Returns the spot price, the volatility and the time left (until `now` in epoch milliseconds) from
 * which a closing price is computed.
 */
export function markInputs(
  { spot, volatility, expiry }: Pick<PositionRow, 'spot' | 'volatility' | 'expiry'>,
  now: number,
): string {
  return i18n.t('positions.markInputs', {
    spot: spot === undefined ? '—' : priceText(spot.price),
    volatility: volatility === undefined ? '—' : volatilityText(volatility),
    time: leftUntil(expiry, now),
  });
}
