import type { Understanding } from '../../../../shared/approvals/understanding.ts';
import type { ChainContext } from '../../../../shared/chain/chain-context.ts';
import type { KnownAddress } from '../../../../shared/chain/receiver.ts';
import type { CallMeaning } from '../../../../shared/messages/approval-view.ts';
import { explainAllowance } from './explain-allowance.ts';

/**
 * Explains a call that submits a signed permit (EIP-2612). The account's own permit is an
 * allowance. A permit of another owner costs the account only the fee.
 */
export function explainPermit(
  found: Extract<Understanding, { kind: 'permit' }>,
  from: {
    readonly account: string;
    readonly context: ChainContext;
    readonly isPrivate: boolean;
    readonly known?: () => readonly KnownAddress[];
  },
): Pick<CallMeaning, 'rows' | 'checks' | 'dangers'> {
  const { token, owner, spender, amount } = found;
  const { context, isPrivate } = from;
  const allowed = { kind: 'approve', token, spender, amount } as const;
  const known = from.known?.() ?? [];
  const all = explainAllowance(allowed, { context, isPrivate, known, delivery: undefined });
  const isOwn = owner.toLowerCase() === from.account.toLowerCase();
  // The permit's signature fixes the amount, so the user can't change it.
  return {
    rows: all.rows,
    checks: isOwn ? all.checks : [],
    dangers: isOwn ? all.dangers : [],
  };
}
