import { keccak256 } from 'viem';
import type { TransactionRecord } from '../../../shared/activity/record.ts';
import { isBatch } from '../../../shared/approvals/batch.ts';
import type { CodeChange, TransactionDraft } from '../../../shared/approvals/types.ts';
import { codeOf, DELEGATOR, delegateOf, delegatorHash } from '../../../shared/chain/delegation.ts';
import { getCode } from './reads.ts';
import type { Rpc } from './rpc.ts';

/**
 * The code of an account (EIP-7702): none, the pinned delegator's, foreign code, or a contract's.
 */
export type AccountCode =
  | { readonly kind: 'none' | 'delegator' | 'contract' }
  | { readonly kind: 'foreign'; readonly delegate: string };

/** Reads an account's code. Rejects when the node doesn't respond. */
export async function readAccountCode(rpc: Rpc, account: string): Promise<AccountCode> {
  const code = await getCode(rpc, { address: account });
  if (code === '0x') return { kind: 'none' };
  const delegate = delegateOf(code);
  if (delegate === undefined) return { kind: 'contract' };
  return delegate === DELEGATOR ? { kind: 'delegator' } : { kind: 'foreign', delegate };
}

/** Returns true when the delegator's address has exactly the pinned code on the chain. */
export async function isDelegatorGenuine(rpc: Rpc, chainId: number): Promise<boolean> {
  const expected = delegatorHash(chainId);
  if (expected === undefined) return false;
  return keccak256(await getCode(rpc, { address: DELEGATOR })) === expected;
}

export type CodeUse = NonNullable<TransactionRecord['code']>;

export function codeUse(draft: TransactionDraft, account: string): CodeUse | undefined {
  const { codeChange } = draft;
  if (codeChange !== undefined) {
    return { account: codeChange.account, delegate: codeChange.delegate, isChanged: true };
  }
  return isBatch(draft, account) ? { account, delegate: DELEGATOR, isChanged: false } : undefined;
}

/**
 * Returns true if the account had the code of `delegate` at a block. A receipt doesn't prove this:
 * invalid authorizations are skipped, and a call to an account without code succeeds.
 */
export async function hasCodeOf(
  rpc: Rpc,
  { account, delegate }: CodeUse,
  block: string,
): Promise<boolean> {
  const code = await getCode(rpc, { address: account, block });
  return code.toLowerCase() === codeOf(delegate);
}

/**
 * Returns the state overrides with which a node simulates a change of code: not every node accepts
 * authorizations in calls.
 */
export function overridesOf(change: CodeChange | undefined) {
  return change === undefined ? undefined : { [change.account]: { code: codeOf(change.delegate) } };
}
