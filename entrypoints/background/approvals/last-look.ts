import type { ApprovalDraft } from '../../../shared/approvals/types.ts';
import type { ApprovalView } from '../../../shared/approvals/view.ts';
import { CondorError } from '../../../shared/errors.ts';
import type { Clock } from '../../../shared/ports.ts';
import type { Rpc } from '../chain/rpc.ts';
import { simulate } from '../chain/simulate.ts';

/** What was simulated longer ago than this is simulated again at the click. */
const FRESH_MS = 10_000;

export class ChangedError extends CondorError<'changed'> {}

/**
 * Remembers what the window has shown of each transaction. A consent counts for what was seen: when
 * that is old and the chain would refuse the transaction by now, nothing is signed.
 */
export function createLastLook(deps: { clock: Clock; rpcOf: (chainId: number) => Rpc }) {
  const seen = new Map<string, { readonly at: number; readonly wouldFail: boolean }>();

  return {
    saw(view: ApprovalView): void {
      if (view.kind !== 'transaction') return;
      const wouldFail = view.simulation.outcome === 'fails';
      seen.set(view.id, { at: deps.clock.now(), wouldFail });
    },

    /** Throws `ChangedError` when what was shown as going through would fail now. */
    async requireUnchanged(draft: ApprovalDraft): Promise<void> {
      const { request, chainId, id } = draft;
      const last = seen.get(id);
      if (request.kind !== 'transaction' && request.kind !== 'calls') return;
      // Who confirmed a failing transaction in full view gets what he asked for.
      if (last?.wouldFail === true) return;
      if (last !== undefined && deps.clock.now() - last.at < FRESH_MS) return;
      const drafts = request.kind === 'calls' ? request.calls : [request.transaction];
      const now = await simulate(deps.rpcOf(chainId), request.account, drafts);
      if (now.outcome !== 'fails') return;
      throw new ChangedError(
        'changed',
        'The chain has changed since this was shown and would refuse it now. Nothing was signed.',
      );
    },
  };
}
