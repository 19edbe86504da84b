import { type Address, encodeFunctionData } from 'viem';
import { lendingPoolAbi } from '../../../shared/chain/abi/lending.ts';
import { tokenCallsAbi } from '../../../shared/chain/abi/token-calls.ts';
import { LENDING_POOL } from '../../../shared/chain/lending.ts';
import { type ConversionStep, planConversion } from '../../../shared/orders/conversion.ts';
import { conversionNeed, type FillNeeds } from '../../../shared/orders/fill-needs.ts';
import type { PreparationKind } from '../../../shared/orders/preparation.ts';
import { type TokenAmount, tokenAmount } from '../../../shared/units.ts';
import { approveCall } from '../approvals/sending/own-transactions.ts';
import { quantity } from '../chain/quantities.ts';
import type { Means } from '../market/fill-facts.ts';
import type { AccountFunds } from './read-funds.ts';
import { TicketError } from './ticket-error.ts';
import type { Call } from './try-fill.ts';

export interface Preparation {
  readonly kind: PreparationKind;
  /** Base units. */
  readonly amount: bigint;
  readonly call: Call;
}

/** A mined preparation. `rest` is the missing amount in base units. */
export type MadePreparation = Pick<Preparation, 'kind' | 'amount'> & { readonly rest?: bigint };

const OBSTACLES = {
  closed: 'poolClosed',
  full: 'poolFull',
  lentOut: 'poolLentOut',
} as const;

/**
 * Returns the transactions that a fill needs first, in order: conversions of the account's money,
 * and the book's exact allowance.
 * @throws TicketError `takerBalance`, `poolClosed`, `poolFull`, `poolLentOut`
 */
export function preparationsFor(options: {
  account: Address;
  book: Address;
  token: Address;
  /** Balance and allowance that the fill takes. */
  needs: FillNeeds;
  means: Means;
  /** Undefined for a token without other forms. */
  funds: AccountFunds | undefined;
  made: readonly MadePreparation[];
}): readonly Preparation[] {
  const { book, token, needs, means, funds } = options;
  if (funds === undefined && means.balance < needs.balance) throw new TicketError('takerBalance');
  const conversions =
    funds === undefined ? [] : conversionsOf(conversionNeed(funds, needs), { ...options, funds });
  if (means.allowance >= needs.allowance) return conversions;
  const amount = needs.allowance;
  return [...conversions, { kind: 'allow book', amount, call: approveCall(token, book, amount) }];
}

interface Context {
  readonly account: Address;
  readonly funds: AccountFunds;
  readonly made: readonly MadePreparation[];
}

function conversionsOf(need: TokenAmount, context: Context): readonly Preparation[] {
  const plan = planConversion(context.funds, need);
  if (plan.kind === 'short') throw new TicketError('takerBalance');
  if (plan.kind === 'pool') throw new TicketError(OBSTACLES[plan.obstacle]);
  return plan.steps.flatMap((step) => callsOf(step, context));
}

function callsOf(step: ConversionStep, context: Context): readonly Preparation[] {
  const { kind, amount } = step;
  const { account, funds } = context;
  const { asset } = funds.forms;
  switch (kind) {
    case 'wrap': {
      const data = encodeFunctionData({ abi: [tokenCallsAbi.deposit], functionName: 'deposit' });
      return [{ kind, amount, call: { to: asset.address, data, value: quantity(amount) } }];
    }
    case 'supply': {
      const supplied = suppliedAmount(amount, context);
      const args = [asset.address, supplied, account, 0] as const;
      const data = encodeFunctionData({ abi: lendingPoolAbi, functionName: 'supply', args });
      const call = approveCall(asset.address, LENDING_POOL, supplied);
      return [
        ...(funds.poolAllowance >= supplied
          ? []
          : [{ kind: 'allow pool' as const, amount: supplied, call }]),
        { kind, amount: supplied, call: { to: LENDING_POOL, data } },
      ];
    }
    case 'withdraw': {
      const args = [asset.address, amount, account] as const;
      const data = encodeFunctionData({ abi: lendingPoolAbi, functionName: 'withdraw', args });
      return [{ kind, amount, call: { to: LENDING_POOL, data } }];
    }
  }
}

/** Maximum share of an amount that interest adds between two transactions, as a divisor. */
const DUST = 10_000n;

/**
 * Returns the amount to supply. Receipts grow after the allowance, so slightly less would suffice,
 * but supplying the whole amount leaves no allowance behind.
 */
function suppliedAmount(amount: TokenAmount, { funds, made }: Context): TokenAmount {
  const allowed = made.find(({ kind }) => kind === 'allow pool')?.amount;
  if (allowed === undefined || allowed < amount || allowed > funds.have.asset) return amount;
  const isDust = allowed - amount <= amount / DUST + 2n;
  return isDust && funds.poolAllowance >= allowed ? tokenAmount(allowed) : amount;
}
