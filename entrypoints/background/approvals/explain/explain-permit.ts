import type { RowFact } from '../../../../shared/approvals/facts/rows.ts';
import type { Understanding } from '../../../../shared/approvals/understanding.ts';
import type { ChainContext } from '../../../../shared/chain/chain-context.ts';
import type { KnownAddress } from '../../../../shared/chain/receiver.ts';
import type { CallMeaning } from '../../../../shared/messages/approval-view.ts';
import { explainAllowance } from './explain-allowance.ts';

/**
 * Explains the call that makes a signed permit count (EIP-2612). The account's own permit is an
 * allowance; another owner's costs the account nothing but the fee.
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
  const { token, owner, spender, amount, deadline } = found;
  const owned: readonly RowFact[] = [
    { label: 'tokenOwner', value: { kind: 'address', address: owner } },
    { label: 'deadline', value: deadlineValue(deadline) },
  ];
  const { context, isPrivate } = from;
  const allowed = { kind: 'approve', token, spender, amount } as const;
  const known = from.known?.() ?? [];
  const all = explainAllowance(allowed, { context, isPrivate, known, delivery: undefined });
  const isOwn = owner.toLowerCase() === from.account.toLowerCase();
  // Its amount is signed already, so the user can't change it.
  return {
    rows: [...all.rows, ...owned],
    checks: isOwn ? all.checks : [],
    dangers: isOwn ? all.dangers : [],
  };
}

/** A time that no calendar has is shown as its number. */
function deadlineValue(deadline: bigint): RowFact['value'] {
  return deadline <= 8_640_000_000_000n
    ? { kind: 'time', at: Number(deadline) }
    : { kind: 'number', number: deadline.toString() };
}
