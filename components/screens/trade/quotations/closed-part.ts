import { parseAmount } from '../../../../shared/parse-amount.ts';
import type { PositionRow } from '../../../../shared/positions/position-view.ts';
import { splitCollateral } from '../../../../shared/positions/split.ts';
import type { TokenAmount } from '../../../../shared/units.ts';
import { decimalMark, exactText } from '../../../texts/numbers.ts';

/** Contracts of a position to close, with the decimals of the position's token. */
export interface ClosedPart {
  readonly count: bigint;
  /** Base units of collateral to split off first; absent for the whole position. */
  readonly collateral?: TokenAmount;
}

/** Parses a typed number of contracts; undefined for a number that can't be closed. */
export function readPart(row: PositionRow, typed: string): ClosedPart | undefined {
  const whole = wholeOf(row);
  const count = parseAmount(typed, row.token.decimals, decimalMark());
  if (count === undefined) return undefined;
  if (count === whole.count) return whole;
  const all = { contracts: whole.count, collateral: row.collateral };
  const collateral = splitCollateral(all, count);
  return collateral === undefined ? undefined : { count, collateral };
}

export const wholeOf = ({ contracts }: PositionRow): ClosedPart => ({ count: contracts });

/** Returns the number of all contracts as the user would type it. */
export function wholeText({ contracts, token }: Pick<PositionRow, 'contracts' | 'token'>): string {
  return exactText(contracts, token.decimals);
}
