import { wipe } from '../../../shared/bytes.ts';
import type { Random } from '../../../shared/ports.ts';
import {
  containsNewest,
  type Epoch,
  encodeEpochs,
  joinedEpochs,
  parseEpochs,
  withNewEpoch,
} from '../../../shared/vault/continuity.ts';
import type { ContinuityEntry } from '../../../shared/vault/payload.ts';

/** The vaults whose epochs the next revision continues. */
export interface Continuation {
  readonly of: 'own' | 'offered' | 'both';
  /** True when this revision removes a passkey's access. */
  readonly isNewEpoch: boolean;
}

/**
 * Keeps the epoch secrets of the open vault, and of a vault that is being merged into it (vault
 * rule 16).
 */
export function createContinuity({ random }: { random: Random }) {
  let own: readonly Epoch[] = [];
  let offered: readonly Epoch[] = [];

  const forget = (epochs: readonly Epoch[]) => wipe(...epochs.map(({ secret }) => secret));

  function dropOffered(): void {
    forget(offered);
    offered = [];
  }

  /**
   * An offered vault without this device's newest epoch may come from anyone, so it can't set the
   * next epoch.
   */
  function joined(): { epochs: readonly Epoch[]; isForeign: boolean } {
    return containsNewest(offered, own)
      ? { epochs: offered, isForeign: false }
      : { epochs: joinedEpochs(own, offered), isForeign: true };
  }

  return {
    load(continuity: readonly ContinuityEntry[]): void {
      forget(own);
      own = parseEpochs(continuity);
    },

    loadOffered(continuity: readonly ContinuityEntry[]): void {
      dropOffered();
      offered = parseEpochs(continuity);
    },

    dropOffered,

    /** Returns the epochs to seal into the next revision. */
    next({ of, isNewEpoch }: Continuation): ContinuityEntry[] {
      const { epochs, isForeign } =
        of === 'both' ? joined() : { epochs: of === 'own' ? own : offered, isForeign: false };
      if (!isNewEpoch && !isForeign) return encodeEpochs(epochs);
      const begun = withNewEpoch(epochs, random);
      const entries = encodeEpochs(begun);
      wipe(begun[0]?.secret);
      return entries;
    },

    wipe(): void {
      forget(own);
      own = [];
      dropOffered();
    },
  };
}
