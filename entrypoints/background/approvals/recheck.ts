import { sha256 } from '@noble/hashes/sha2.js';
import type { ApprovalDraft, ApprovalRequest, FeeChoice } from '../../../shared/approvals/types.ts';
import { toBase64url, utf8 } from '../../../shared/bytes.ts';
import { chargesDataFee } from '../../../shared/chain/built-in-networks.ts';
import { CondorError } from '../../../shared/errors.ts';
import type { Clock } from '../../../shared/ports.ts';
import { isWorse } from '../chain/compare-movements.ts';
import { isFeeEnough } from '../chain/fees.ts';
import type { Movement } from '../chain/movements.ts';
import type { Rpc } from '../chain/rpc.ts';
import { type Simulation, simulate } from '../chain/simulate.ts';
import { conditionsOf } from '../chain/simulate-as-sent.ts';
import type { Stored } from '../state/stored.ts';
import type { LastLooks } from '../state/stored-keys.ts';
import { canonical } from './same-request.ts';

/** A simulation older than a block of Base is repeated at the click. */
const BLOCK_MS = 2_000;
const MOST_REMEMBERED = 50;

export type Recheck = ReturnType<typeof createRecheck>;

/** What was shown isn't what would happen now. Nothing was signed. */
export class ChangedError extends CondorError<
  'request-changed' | 'would-succeed' | 'would-fail' | 'fee-risen' | 'moves-changed'
> {
  constructor(code: ChangedError['code']) {
    super(code, 'The request is not as the window showed it.', {
      details: { phase: 'before-send' },
    });
  }
}

/**
 * A consent counts for what was shown. The decision carries the mark of the request that the window
 * showed. When a block was made since, the request is simulated again and must still do the same.
 */
export function createRecheck(deps: {
  stored: Stored<LastLooks>;
  clock: Clock;
  rpcOf: (chainId: number) => Rpc;
}) {
  let seen: LastLooks = [];

  return {
    /** Worker start: a window may still show a simulation of the worker before. */
    async load(): Promise<void> {
      seen = (await deps.stored.read()) ?? [];
    },

    /** Remembers the simulation that the window shows of a draft. */
    remember(draft: ApprovalDraft, simulation: Simulation): void {
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
        at: deps.clock.now(),
        outcome,
        ...(movements === undefined ? {} : { movements }),
        ...(byCall === undefined ? {} : { byCall }),
      };
      seen = [row, ...seen.filter((known) => known.id !== id)].slice(0, MOST_REMEMBERED);
      // A worker that dies before it is written forgets it. Then the request is shown anew.
      deps.stored.write(seen).catch(() => undefined);
    },

    /** Returns what the window showed of each call of a request; undefined when it showed nothing. */
    shownByCall: (request: ApprovalRequest): readonly StoredMovements[] | undefined => {
      const mark = markOf(request);
      return seen.find((known) => known.mark === mark)?.byCall;
    },

    /** Throws `ChangedError` when the draft is not what the window showed (it was edited elsewhere). */
    requireShown(draft: ApprovalDraft, mark: string): void {
      if (markOf(draft.request) === mark) return;
      throw new ChangedError('request-changed');
    },

    /**
     * Throws `ChangedError` when what was shown is not what would happen now, or when the network
     * asks for more than the fee that was shown: it is never signed with a higher one.
     */
    async requireUnchanged({ request, chainId, id }: ApprovalDraft, fee: FeeChoice): Promise<void> {
      if (request.kind !== 'transaction' && request.kind !== 'calls') return;
      const last = seen.find((known) => known.id === id);
      if (last === undefined || last.mark !== markOf(request)) {
        // Nothing was shown of this request: its view was never finished, or had another amount.
        throw new ChangedError('request-changed');
      }
      // The user agreed to a failing transaction: no movements were shown.
      const isFailing = last.outcome === 'fails';
      if (!isFailing && deps.clock.now() - last.at < BLOCK_MS) return;
      const drafts = request.kind === 'calls' ? request.calls : [request.transaction];
      const rpc = deps.rpcOf(chainId);
      const [now, isEnough] = await Promise.all([
        simulate(rpc, request.account, drafts, conditionsOf(fee)),
        isFeeEnough(rpc, fee, { drafts, hasDataFee: chargesDataFee(chainId) }),
      ]);
      if (isFailing && now.outcome !== 'fails') {
        throw new ChangedError('would-succeed');
      }
      if (!isFailing && now.outcome === 'fails') {
        throw new ChangedError('would-fail');
      }
      if (!isEnough) throw new ChangedError('fee-risen');
      if (!isWorse(last.movements?.map(movementOf), movementsIn(now))) return;
      throw new ChangedError('moves-changed');
    },
  };
}

/** Returns a mark that differs for requests that differ in anything. */
export function markOf(request: ApprovalRequest): string {
  return toBase64url(sha256(utf8(canonical(request)))).slice(0, 22);
}

/** Movements as storage keeps them: amounts are decimal text. */
export type StoredMovements = NonNullable<LastLooks[number]['movements']>;

/** Returns stored movements with their amounts as bigints. */
export function movementOf({ amount, ...rest }: StoredMovements[number]): Movement {
  return { ...rest, amount: BigInt(amount) };
}

function asStored({ amount, ...rest }: Movement): StoredMovements[number] {
  return { ...rest, amount: amount.toString() };
}

function movementsIn(simulation: Simulation): readonly Movement[] | undefined {
  return simulation.outcome === 'succeeds' ? simulation.movements : undefined;
}
