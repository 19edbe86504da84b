import type { Address } from 'viem';
import type { FailureFact } from '../../../../shared/approvals/facts/dangers.ts';
import type { Understanding } from '../../../../shared/approvals/understanding.ts';
import { type CallFailure, wordsIn } from '../../../../shared/chain/call-failure.ts';
import type { Rpc } from '../../chain/rpc.ts';
import { explainRevert } from '../../market/explain-revert.ts';

/** The book's error when a maker's contract no longer accepts this signer. */
const WITHDRAWN = /contract owner/i;

/**
 * Returns why the chain would refuse a fill. If the order already fails a check, the wrong signer
 * isn't reported, because each altered field makes the recovered signer differ.
 */
export async function fillRefusal(
  { client }: { client: Rpc },
  account: Address,
  fill: Extract<Understanding, { kind: 'fill' }>,
  { failure, isRefused }: { readonly failure: CallFailure; readonly isRefused: boolean },
): Promise<FailureFact> {
  const reason = wordsIn(failure);
  const { code } = await explainRevert({ client, account, book: fill.book, fill, reason });
  if (isRefused && code === 'signer' && !WITHDRAWN.test(reason)) return { code: 'refusesToo' };
  return code === 'other'
    ? { code: 'fillRefused', reason: failure }
    : { code: 'fill', failure: code };
}
