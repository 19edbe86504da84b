import { i18n } from '#i18n';
import type { ClosingCash } from '../../../shared/desk/roll.ts';
import type { Roll } from '../../../shared/messages/roll.ts';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { parseNumber8 } from '../../../shared/units.ts';
import { productLabel } from '../../texts/product-name.ts';
import { localTime } from '../../texts/times.ts';
import { strikesText as orderStrikes } from '../orders/strike-text.ts';
import { nameOf, strikesText } from '../positions/position-texts.ts';
import type { RollObstacle } from './use-roll-obstacle.ts';

/**
 * "ETH Put 2,400, Fri 18 Dec, 09:00". The day alone would be another one than in lists west of
 * Greenwich.
 */
export function optionName(option: {
  readonly asset: string;
  readonly product: Roll['to']['product'];
  readonly strikes: readonly number[];
  /** Unix seconds. */
  readonly expiry: number;
}): string {
  const { asset, product, strikes, expiry } = option;
  return `${asset} ${productLabel(product)} ${orderStrikes(strikes)}, ${localTime(expiry)}`;
}

/** The option that a roll closes. */
export function closedName(row: PositionRow): string {
  return `${nameOf(row)} ${strikesText(row)}, ${localTime(row.expiry)}`;
}

/** The option that a roll opens. */
export function openedName({ to }: Roll): string {
  return optionName({ ...to, strikes: to.strikes.map(parseNumber8) });
}

const CLOSES = {
  received: 'roll.closesReceived',
  offer: 'roll.closesOffer',
  model: 'roll.closesModel',
} as const satisfies Record<ClosingCash['from'], string>;

export function closesText(from: ClosingCash['from'], amount: string): string {
  return i18n.t(CLOSES[from], { amount });
}

const OBSTACLES = {
  account: 'roll.otherAccount',
  fill: 'roll.fillRuns',
  request: 'roll.requestRuns',
} as const satisfies Record<RollObstacle, string>;

export const obstacleText = (obstacle: RollObstacle) => i18n.t(OBSTACLES[obstacle]);
