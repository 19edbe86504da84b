import type { CheckFact } from '../../../../shared/approvals/facts/checks.ts';
import type { TransactionDraft } from '../../../../shared/approvals/types.ts';
import type { Understanding } from '../../../../shared/approvals/understanding.ts';
import type { ChainContext } from '../../../../shared/chain/chain-context.ts';
import type { CodeReader } from '../../chain/code-at.ts';

/** Warns of a call to an address without a contract. Such a call does nothing. */
export async function contractCheck(
  { context, codeAt }: { context: ChainContext; codeAt: CodeReader },
  draft: Pick<TransactionDraft, 'to' | 'codeChange'> | undefined,
  { kind }: Understanding,
): Promise<readonly CheckFact[]> {
  // A change of code makes no call, or calls the code that it sets.
  if (draft?.to === undefined || kind === 'send' || draft.codeChange !== undefined) return [];
  if (context.isContract(draft.to)) return [];
  if ((await codeAt(draft.to)) !== 'none') return [];
  return [{ code: 'contract.missing', status: 'failed' }];
}
