import {
  type EventText,
  hashOf,
  type SyntheticBlock,
  type SyntheticChain,
  type SyntheticLog,
} from './synthetic-chain.ts';
import { fillEvents, syntheticUser } from './synthetic-fills.ts';

const BLOCK_SECONDS = 2;
const hex = (value: number): string => `0x${value.toString(16)}`;

export interface SparseChain extends SyntheticChain {
  /** Adds a transaction to a block. */
  mine(block: number, events: readonly EventText[]): void;
}

/**
 * A chain of any height whose blocks are computed on demand: two seconds each, the last one now.
 */
export function createSparseChain(height: number, headSeconds: number): SparseChain {
  const mined = new Map<number, (readonly EventText[])[]>();
  let head = height;
  const genesis = headSeconds - height * BLOCK_SECONDS;
  /** Blocks from this number on have other hashes. */
  let branch = { from: Number.POSITIVE_INFINITY, name: '' };

  function hashAt(number: number): string {
    return hashOf(`sparse ${number} ${number >= branch.from ? branch.name : ''}`);
  }

  function block(number: number): SyntheticBlock | undefined {
    if (number < 0 || number > head) return undefined;
    const timestamp = genesis + number * BLOCK_SECONDS;
    const hash = hashAt(number);
    let logIndex = 0;
    const logs = (mined.get(number) ?? []).flatMap((events, transaction) =>
      events.map(
        (event): SyntheticLog => ({
          ...event,
          blockNumber: hex(number),
          blockHash: hash,
          blockTimestamp: hex(timestamp),
          transactionHash: hashOf(`${hash} ${transaction}`),
          transactionIndex: hex(transaction),
          logIndex: hex(logIndex++),
          removed: false,
        }),
      ),
    );
    const parentHash = hashAt(number - 1);
    return { number, hash, parentHash, timestamp, logs };
  }

  return {
    get head() {
      const newest = block(head);
      if (newest === undefined) throw new Error('a chain has a first block');
      return newest;
    },
    block,
    numberOf: () => undefined,
    logs: (from, to) =>
      [...mined.keys()]
        .filter((number) => number >= from && number <= to)
        .sort((a, b) => a - b)
        .flatMap((number) => block(number)?.logs ?? []),
    mine(number, events) {
      mined.set(number, [...(mined.get(number) ?? []), events]);
    },
    grow(blocks) {
      head += blocks;
    },
    reorganize(depth) {
      branch = { from: head - depth + 1, name: 'other' };
      for (const number of mined.keys()) if (number >= branch.from) mined.delete(number);
    },
  };
}

/** Returns the n-th synthetic fill with this account as its buyer. `expiry` in Unix seconds. */
export function fillFor(account: string, n: number, expiry = 1_800_000_000): EventText[] {
  const [own, user] = [account.toLowerCase().slice(2), syntheticUser(0).slice(2)];
  const word = (value: number) => value.toString(16).padStart(64, '0');
  return fillEvents(n, 1).map(({ address, topics, data }) => ({
    address,
    topics: topics.map((topic) => topic.replace(user, own)),
    data: data.replace(word(1_800_000_000), word(expiry)),
  }));
}
