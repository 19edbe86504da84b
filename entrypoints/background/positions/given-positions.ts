import type { Address, Hex } from 'viem';
import { parsePosition } from '../../../shared/positions/parse-position.ts';
import type { PositionRecord } from '../../../shared/positions/record.ts';
import { positionToWire } from '../../../shared/positions/to-wire.ts';
import type { Side } from '../../../shared/positions/value.ts';
import { type UnixSeconds, unixSeconds } from '../../../shared/units.ts';
import { createKeptValue } from '../kernel/kept-value.ts';
import type { Stored } from '../kernel/stored.ts';
import type { GivenPositions as StoredGiven } from './keys.ts';

/** Maximum number of kept transfers. The oldest are dropped. */
const MOST = 500;

/** A side of an option that a user's account transferred. */
export interface Given {
  /** Lower case, like all addresses here. */
  readonly account: string;
  readonly side: Side;
  readonly to: Address;
  readonly at: UnixSeconds;
  readonly txHash: Hex;
  /** The position when it was transferred, with the receiver as holder. */
  readonly position: PositionRecord;
}

export type GivenPositions = ReturnType<typeof createGivenPositions>;

/** Keeps transferred sides. Indexers list only current holders. */
export function createGivenPositions(deps: { stored: Stored<StoredGiven> }) {
  const kept = createKeptValue(deps.stored, [] as StoredGiven);

  return {
    load: kept.load,

    /** Returns the sides that an account transferred. Leaves out unreadable positions. */
    of(account: string): readonly Given[] {
      const lower = account.toLowerCase();
      return kept.get().flatMap((entry) => {
        const position = entry.account === lower ? positionOf(entry.position) : undefined;
        if (position === undefined) return [];
        const { side, at } = entry;
        const to = side === 'buyer' ? position.buyer : position.seller;
        const txHash = entry.txHash as Hex;
        return [{ account: lower, side, to, at: unixSeconds(at), txHash, position }];
      });
    },

    async add({ account, side, at, txHash, position }: Omit<Given, 'to'>): Promise<void> {
      const { address } = position;
      const others = kept
        .get()
        .filter((entry) => entry.txHash !== txHash || entry.address !== address);
      const text = JSON.stringify(positionToWire(position, at));
      const added = { account, side, at, txHash, address, position: text };
      await kept.set([...others, added].slice(-MOST));
    },
  };
}

function positionOf(text: string): PositionRecord | undefined {
  try {
    const parsed = parsePosition(JSON.parse(text));
    return typeof parsed === 'string' ? undefined : parsed.position;
  } catch {
    return undefined;
  }
}
