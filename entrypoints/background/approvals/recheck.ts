import { sha256 } from '@noble/hashes/sha2.js';
import type {
  ApprovalDraft,
  ApprovalRequest,
  FeeChoice,
  TransactionDraft,
} from '../../../shared/approvals/types.ts';
import { toBase64url, utf8 } from '../../../shared/bytes.ts';
import { chargesDataFee } from '../../../shared/chain/built-in-networks.ts';
import { CondorError } from '../../../shared/errors.ts';
import { isRecent } from '../../../shared/is-recent.ts';
import type { Clock } from '../../../shared/ports.ts';
import { isWorse } from '../chain/compare-movements.ts';
import { isFeeEnough } from '../chain/fees.ts';
import type { Movement } from '../chain/movements.ts';
import type { Rpc } from '../chain/rpc.ts';
import { type Simulation, simulate } from '../chain/simulate.ts';
import { conditionsOf } from '../chain/simulate-as-sent.ts';
import type { Stored } from '../kernel/stored.ts';
import type { ShownSimulations } from './keys.ts';
import { canonical } from './same-request.ts';

/** Block time of Base in milliseconds. After this time, a simulated effect may have changed. */
const BLOCK_MS = 2_000;
const MAX_REMEMBERED = 50;

/** A simulation, with the epoch milliseconds of its end. */
export interface Simulated {
  readonly simulation: Simulation;
  readonly at: number;
}

/** The next call of an approved bundle to send. */
interface DueCall {
  readonly account: string;
  readonly chainId: number;
  readonly draft: TransactionDraft;
  /** Fee with the gas limit of this call alone. */
  readonly fee: FeeChoice;
  /** Movements that the review showed for this call. */
  readonly shown: StoredMovements | undefined;
}

export type Recheck = ReturnType<typeof createRecheck>;

/**
 * Thrown when a request, its effect or its fee differs from what the user saw. Nothing was signed.
 */
export class ChangedError extends CondorError<
  'requestChanged' | 'wouldSucceed' | 'wouldFail' | 'feeRisen' | 'movesChanged'
> {
  constructor(code: ChangedError['code']) {
    super(code, 'The request is not as the window showed it.', {
      details: { phase: 'beforeSend' },
    });
  }
}

/**
 * Before a request is signed, compares the request with what the user saw. The decision contains
 * the mark of the shown request. After a new block, the request is simulated again and must have
 * the same effect.
 */
export function createRecheck(deps: {
  stored: Stored<ShownSimulations>;
  clock: Clock;
  rpcOf: (chainId: number) => Rpc;
}) {
  let seen: ShownSimulations = [];

  return {
    /**
     * Restores the shown simulations when the worker starts: a window of the former worker may
     * still be open.
     */
    async load(): Promise<void> {
      seen = (await deps.stored.read()) ?? [];
    },

    /** Remembers the simulation that the window shows for a draft. */
    remember(draft: ApprovalDraft, { simulation, at }: Simulated): void {
      const { id, request } = draft;
      const outcome = simulation.outcome;
      const movements = movementsIn(simulation)?.map(asStored);
      const byCall =
        simulation.outcome === 'succeeds'
          ? simulation.movementsByCall?.map((list) => list.map(asStored))
          : undefined;
      const row = {
        id,
        mark: markOf(request),
        at,
        outcome,
        ...(movements === undefined ? {} : { movements }),
        ...(byCall === undefined ? {} : { byCall }),
      };
      seen = [row, ...seen.filter((known) => known.id !== id)].slice(0, MAX_REMEMBERED);
      // If the worker dies before this write, the request is shown again.
      deps.stored.write(seen).catch(() => undefined);
    },

    /**
     * Returns the effects that the window showed for each call of a request; undefined if the
     * window showed no effects.
     */
    shownByCall: (request: ApprovalRequest): readonly StoredMovements[] | undefined => {
      const mark = markOf(request);
      return seen.find((known) => known.mark === mark)?.byCall;
    },

    /**
     * Simulates a later call of a bundle again before it is sent, because the chain has changed
     * since the review. Returns false when the call would fail, when its movements are worse than
     * in the review, or when the node doesn't respond.
     */
    async isAsShown({ account, chainId, draft, fee, shown }: DueCall): Promise<boolean> {
      const now = await simulate(deps.rpcOf(chainId), account, [draft], conditionsOf(fee));
      return now.outcome === 'succeeds' && !isWorse(shown?.map(movementOf), now.movements);
    },

    /** Throws `ChangedError` if another window has edited the draft since the mark was made. */
    ensureShown(draft: ApprovalDraft, mark: string): void {
      if (markOf(draft.request) === mark) return;
      throw new ChangedError('requestChanged');
    },

    /**
     * Throws `ChangedError` when the effect changed, or when the network asks for a higher fee than
     * shown. The wallet never signs a higher fee than the user saw.
     */
    async ensureUnchanged({ request, chainId, id }: ApprovalDraft, fee: FeeChoice): Promise<void> {
      if (request.kind !== 'transaction' && request.kind !== 'calls') return;
      const last = seen.find((known) => known.id === id);
      if (last === undefined || last.mark !== markOf(request)) {
        // The view of this request was never complete, or the view showed another amount.
        throw new ChangedError('requestChanged');
      }
      // The user agreed to a failing transaction, so it is always simulated again: a transaction
      // that succeeds now moves assets that the user didn't see.
      const isFailing = last.outcome === 'fails';
      if (!isFailing && isRecent(last.at, deps.clock.now(), BLOCK_MS)) return;
      const drafts = request.kind === 'calls' ? request.calls : [request.transaction];
      const rpc = deps.rpcOf(chainId);
      const [now, isEnough] = await Promise.all([
        simulate(rpc, request.account, drafts, conditionsOf(fee)),
        isFeeEnough(rpc, fee, { drafts, hasDataFee: chargesDataFee(chainId) }),
      ]);
      if (isFailing && now.outcome !== 'fails') {
        throw new ChangedError('wouldSucceed');
      }
      if (!isFailing && now.outcome === 'fails') {
        throw new ChangedError('wouldFail');
      }
      if (!isEnough) throw new ChangedError('feeRisen');
      if (!isWorse(last.movements?.map(movementOf), movementsIn(now))) return;
      throw new ChangedError('movesChanged');
    },
  };
}

/** Returns a text that differs if any member of the request differs. */
export function markOf(request: ApprovalRequest): string {
  return toBase64url(sha256(utf8(canonical(request)))).slice(0, 22);
}

type StoredMovements = NonNullable<ShownSimulations[number]['movements']>;

function movementOf({ amount, ...rest }: StoredMovements[number]): Movement {
  return { ...rest, amount: BigInt(amount) };
}

function asStored({ amount, ...rest }: Movement): StoredMovements[number] {
  return { ...rest, amount: amount.toString() };
}

function movementsIn(simulation: Simulation): readonly Movement[] | undefined {
  return simulation.outcome === 'succeeds' ? simulation.movements : undefined;
}
