import { type TokenAmount, tokenAmount, type Wei, wei } from '../units.ts';
import { supplyFor } from './receipt-amounts.ts';

/** Holdings of one asset in its three forms. */
export interface Holdings {
  /** Ether beyond what gas needs; 0 for other assets than WETH. */
  readonly ether: Wei;
  readonly asset: TokenAmount;
  /** Receipts of the lending pool for the asset. */
  readonly receipt: TokenAmount;
}

/** The asset's state in the lending pool. */
export interface ReserveState {
  readonly canSupply: boolean;
  readonly canWithdraw: boolean;
  /** How much more the pool takes; undefined without a cap. */
  readonly room: TokenAmount | undefined;
  /** How much of the asset isn't lent out. */
  readonly liquidity: TokenAmount;
}

type ConversionStep =
  | { readonly kind: 'wrap'; readonly amount: Wei }
  | { readonly kind: 'supply'; readonly amount: TokenAmount }
  | { readonly kind: 'withdraw'; readonly amount: TokenAmount };

export type Conversion =
  | { readonly kind: 'steps'; readonly steps: readonly ConversionStep[] }
  /** The account lacks this much in all forms together. */
  | { readonly kind: 'short'; readonly missing: TokenAmount }
  | { readonly kind: 'pool'; readonly obstacle: 'closed' | 'full' | 'lent out' };

const atLeastZero = (amount: bigint) => tokenAmount(amount > 0n ? amount : 0n);
const least = (a: bigint, b: bigint) => (a < b ? a : b);

/**
 * Returns the steps by which an account gets `need` of a form of the asset from its other forms:
 * ether first, then the form that costs nothing to keep. No step if it has enough already. Amounts
 * are exact, and rounding never leaves less than `need`.
 */
export function planConversion(options: {
  wanted: 'asset' | 'receipt';
  need: TokenAmount;
  have: Holdings;
  reserve: ReserveState;
}): Conversion {
  return options.wanted === 'receipt' ? towardsReceipt(options) : towardsAsset(options);
}

interface Wish {
  readonly need: TokenAmount;
  readonly have: Holdings;
  readonly reserve: ReserveState;
}

function towardsReceipt({ need, have, reserve }: Wish): Conversion {
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

function towardsAsset({ need, have, reserve }: Wish): Conversion {
  const missing = atLeastZero(need - have.asset);
  const wrap = tokenAmount(least(missing, have.ether));
  const withdraw = tokenAmount(missing - wrap);
  if (withdraw > have.receipt)
    return { kind: 'short', missing: tokenAmount(withdraw - have.receipt) };
  if (withdraw === 0n) return { kind: 'steps', steps: wrapping(wrap) };
  if (!reserve.canWithdraw) return { kind: 'pool', obstacle: 'closed' };
  if (withdraw > reserve.liquidity) return { kind: 'pool', obstacle: 'lent out' };
  return { kind: 'steps', steps: [...wrapping(wrap), { kind: 'withdraw', amount: withdraw }] };
}

const wrapping = (amount: bigint): readonly ConversionStep[] =>
  amount === 0n ? [] : [{ kind: 'wrap', amount: wei(amount) }];
