import { sha256 } from '@noble/hashes/sha2.js';
import { i18n } from '#i18n';
import type { ApprovalDraft, ApprovalRequest } from '../../../shared/approvals/types.ts';
import { toBase64url, utf8 } from '../../../shared/bytes.ts';
import { CondorError } from '../../../shared/errors.ts';
import type { Clock } from '../../../shared/ports.ts';
import type { Movement } from '../chain/movements.ts';
import type { Rpc } from '../chain/rpc.ts';
import { type Simulation, simulate } from '../chain/simulate.ts';
import { canonical } from './same-request.ts';

/** Older than a block of Base, what was simulated is simulated again at the click. */
const BLOCK_MS = 2_000;
/** Prices move a little with every block; what moves more than this was not agreed to. */
const TOLERANCE_PERCENT = 1n;
const MOST_REMEMBERED = 50;

export class ChangedError extends CondorError<'changed'> {}

interface Seen {
  readonly at: number;
  readonly simulation: Simulation;
}

/**
 * A consent counts for what was seen. The decision carries the mark of the request that the window
 * showed; and when the chain has moved on since, what would happen now has to be what was shown.
 */
export function createLastLook(deps: { clock: Clock; rpcOf: (chainId: number) => Rpc }) {
  const seen = new Map<string, Seen>();

  return {
    /** Remembers the simulation that the window shows of a draft. */
    saw(draft: ApprovalDraft, simulation: Simulation): void {
      seen.delete(draft.id);
      seen.set(draft.id, { at: deps.clock.now(), simulation });
      const [oldest] = seen.keys();
      if (oldest !== undefined && seen.size > MOST_REMEMBERED) seen.delete(oldest);
    },

    /** Throws `ChangedError` when the draft is not what the window showed (it was edited elsewhere). */
    requireShown(draft: ApprovalDraft, mark: string): void {
      if (markOf(draft.request) === mark) return;
      throw new ChangedError('changed', i18n.t('approving.theRequestWasChangedSince'));
    },

    /** Throws `ChangedError` when what was shown is not what would happen now. */
    async requireUnchanged({ request, chainId, id }: ApprovalDraft): Promise<void> {
      const last = seen.get(id);
      if (request.kind !== 'transaction' && request.kind !== 'calls') return;
      // Who confirmed a failing transaction in full view gets what he asked for.
      if (last?.simulation.outcome === 'fails') return;
      if (last !== undefined && deps.clock.now() - last.at < BLOCK_MS) return;
      const drafts = request.kind === 'calls' ? request.calls : [request.transaction];
      const now = await simulate(deps.rpcOf(chainId), request.account, drafts);
      if (now.outcome === 'fails') {
        throw new ChangedError('changed', i18n.t('approving.theChainHasChangedSince'));
      }
      if (last === undefined || !isWorse(movementsIn(last.simulation), movementsIn(now))) return;
      throw new ChangedError('changed', i18n.t('approving.itWouldMoveSomethingElse'));
    },
  };
}

/** Names a request by all that it holds. */
export function markOf(request: ApprovalRequest): string {
  return toBase64url(sha256(utf8(canonical(request)))).slice(0, 22);
}

function movementsIn(simulation: Simulation): readonly Movement[] | undefined {
  return simulation.outcome === 'succeeds' ? simulation.movements : undefined;
}

/** More leaves, or less arrives, of any asset. Without both simulations there is nothing to compare. */
function isWorse(
  before: readonly Movement[] | undefined,
  now: readonly Movement[] | undefined,
): boolean {
  if (before === undefined || now === undefined) return false;
  const keyOf = ({ token, isCollectible }: Movement) => `${token}:${isCollectible}`;
  const amounts = (list: readonly Movement[]) =>
    new Map(list.map((movement) => [keyOf(movement), movement.amount]));
  const [then, later] = [amounts(before), amounts(now)];
  return [...new Set([...then.keys(), ...later.keys()])].some((key) => {
    const expected = then.get(key) ?? 0n;
    const size = expected < 0n ? -expected : expected;
    return (later.get(key) ?? 0n) < expected - (size * TOLERANCE_PERCENT) / 100n;
  });
}
