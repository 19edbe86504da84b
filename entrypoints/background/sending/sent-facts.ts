import { asOwnBatch } from '../../../shared/approvals/batch.ts';
import { callOf } from '../../../shared/approvals/facts/call-of.ts';
import type { TransactionDraft } from '../../../shared/approvals/types.ts';
import { understandTransaction } from '../../../shared/approvals/understand.ts';
import type { Understanding } from '../../../shared/approvals/understanding.ts';
import { chainContext } from '../../../shared/chain/chain-context.ts';
import type { TokenNames } from '../chain/token-names.ts';

/** The names that the approval showed. */
export interface Names {
  /** Symbol of a chain's coin. */
  readonly coinOf: (chainId: number) => string;
  readonly tokenNames: Pick<TokenNames, 'known'>;
}

/** Returns what the activity stores about a transaction. */
export function sentFacts(
  draft: TransactionDraft,
  { account, chainId }: { account: string; chainId: number },
  { coinOf, tokenNames }: Names,
) {
  const understanding = asOwnBatch(understandTransaction(draft, chainId), account);
  const allowance = allowanceOf(understanding);
  const receiver = receiverOf(understanding, account);
  const context = chainContext(chainId, coinOf(chainId), tokenNames.known(chainId));
  return {
    what: callOf(understanding, context, account),
    ...(allowance === undefined ? {} : { allowance }),
    ...(receiver === undefined ? {} : { receiver }),
  };
}

/**
 * Returns the allowance that a transaction grants, so that the list of allowances can show it.
 * Amount in base units.
 */
function allowanceOf(
  understanding: Understanding,
): { token: string; spender: string; amount: string } | undefined {
  const { kind } = understanding;
  if (kind !== 'approve' && kind !== 'increase allowance') return undefined;
  const { token, spender, amount } = understanding;
  return { token, spender, amount: amount.toString() };
}

/** Returns the receiver of a transfer from the account; undefined for zero amounts. */
export function receiverOf(understanding: Understanding, account: string): string | undefined {
  const { kind } = understanding;
  if (kind === 'send' && understanding.value > 0n) return understanding.to;
  if (kind === 'transfer' && understanding.amount > 0n) return understanding.to;
  if (kind === 'transfer option') return understanding.target;
  if (kind === 'supply' || kind === 'withdraw') {
    const { to, amount } = understanding;
    return amount > 0n && to.toLowerCase() !== account.toLowerCase() ? to : undefined;
  }
  if (kind !== 'transfer from' && kind !== 'transfer item') return undefined;
  const isOwn = understanding.from.toLowerCase() === account.toLowerCase();
  const size = kind === 'transfer from' ? understanding.amount : understanding.count;
  return isOwn && size > 0n ? understanding.to : undefined;
}
