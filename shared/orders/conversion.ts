import { type TokenAmount, tokenAmount, type Wei, wei } from '../units.ts';
import { lostBySupply, supplyFor } from './receipt-amounts.ts';

/** Holdings of an asset in its three forms. */
interface Holdings {
  /** Ether that isn't needed for gas; 0 for assets other than WETH. */
  readonly ether: Wei;
  readonly asset: TokenAmount;
  /** Receipts of the lending pool for the asset. */
  readonly receipt: TokenAmount;
}

/** State of the asset in the lending pool. */
export interface ReserveState {
  readonly canSupply: boolean;
  readonly canWithdraw: boolean;
  /** Amount that the pool still accepts; undefined without a maximum. */
  readonly room: TokenAmount | undefined;
  /** Amount of the asset that isn't lent out. */
  readonly liquidity: TokenAmount;
}

export type ConversionStep =
  | { readonly kind: 'wrap'; readonly amount: Wei }
  | { readonly kind: 'supply'; readonly amount: TokenAmount }
  | { readonly kind: 'withdraw'; readonly amount: TokenAmount };

export type Conversion =
  | { readonly kind: 'steps'; readonly steps: readonly ConversionStep[] }
  /** All forms together are short by this amount. */
  | { readonly kind: 'short'; readonly missing: TokenAmount }
  | { readonly kind: 'pool'; readonly obstacle: 'closed' | 'full' | 'lentOut' };

const atLeastZero = (amount: bigint) => tokenAmount(amount > 0n ? amount : 0n);
const least = (a: bigint, b: bigint) => (a < b ? a : b);

/**
 * Facts that decide whether an account can get an asset in the form that an order requires, and by
 * which steps.
 */
export interface Funds {
  readonly wanted: 'asset' | 'receipt';
  readonly have: Holdings;
  readonly reserve: ReserveState;
}

/** Returns the maximum amount of the wanted form that the account can get. */
export function obtainable({ wanted, have, reserve }: Funds): TokenAmount {
  const liquid = have.asset + have.ether;
  if (wanted === 'asset') {
    const back = reserve.canWithdraw ? least(have.receipt, reserve.liquidity) : 0n;
    return tokenAmount(liquid + back);
  }
  const supply = reserve.canSupply ? least(liquid, reserve.room ?? liquid) : 0n;
  return tokenAmount(have.receipt + atLeastZero(supply - lostBySupply));
}

/**
 * Returns the steps by which an account gets `need` of the wanted form of the asset. To get the
 * asset, ether is wrapped before receipts are withdrawn. To get receipts, the asset is supplied
 * before ether is wrapped. Returns no steps if the account already has enough. Amounts are exact:
 * rounding never leaves less than `need`.
 */
export function planConversion(funds: Funds, need: TokenAmount): Conversion {
  return funds.wanted === 'receipt' ? towardsReceipt(funds, need) : towardsAsset(funds, need);
}

function towardsReceipt({ have, reserve }: Funds, need: TokenAmount): Conversion {
  const missing = atLeastZero(need - have.receipt);
  if (missing === 0n) return { kind: 'steps', steps: [] };
  const supply = supplyFor(missing);
  const wrap = atLeastZero(supply - have.asset);
  if (wrap > have.ether) return { kind: 'short', missing: tokenAmount(wrap - have.ether) };
  if (!reserve.canSupply) return { kind: 'pool', obstacle: 'closed' };
  if (reserve.room !== undefined && reserve.room < supply)
    return { kind: 'pool', obstacle: 'full' };
  return { kind: 'steps', steps: [...wrapping(wrap), { kind: 'supply', amount: supply }] };
}

function towardsAsset({ have, reserve }: Funds, need: TokenAmount): Conversion {
  const missing = atLeastZero(need - have.asset);
  const wrap = tokenAmount(least(missing, have.ether));
  const withdraw = tokenAmount(missing - wrap);
  if (withdraw > have.receipt)
    return { kind: 'short', missing: tokenAmount(withdraw - have.receipt) };
  if (withdraw === 0n) return { kind: 'steps', steps: wrapping(wrap) };
  if (!reserve.canWithdraw) return { kind: 'pool', obstacle: 'closed' };
  if (withdraw > reserve.liquidity) return { kind: 'pool', obstacle: 'lentOut' };
  return { kind: 'steps', steps: [...wrapping(wrap), { kind: 'withdraw', amount: withdraw }] };
}

const wrapping = (amount: bigint): readonly ConversionStep[] =>
  amount === 0n ? [] : [{ kind: 'wrap', amount: wei(amount) }];

/**
 * Divisor of an amount. The interest that accrues until the conversion back is on the chain is far
 * less than the result.
 */
const INTEREST_DIVISOR = 1_000n;

/** Returns true if a converted amount was converted back, except for remaining interest. */
export function wentBack(amount: bigint, held: bigint): boolean {
  return held * INTEREST_DIVISOR < amount;
}
