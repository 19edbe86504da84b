import { createHash } from 'node:crypto';
import { type EpochMs, epochMs } from '../../shared/units.ts';

export interface SyntheticLog {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
  readonly blockNumber: string;
  readonly blockHash: string;
  readonly blockTimestamp?: string;
  readonly transactionHash: string;
  readonly transactionIndex: string;
  readonly logIndex: string;
  readonly removed: boolean;
}

export interface SyntheticBlock {
  readonly number: number;
  readonly hash: string;
  readonly parentHash: string;
  readonly timestamp: number;
  readonly logs: readonly SyntheticLog[];
}

/** Returns the transactions of a block, each as a list of its events. */
export type Story = (block: number) => readonly (readonly EventText[])[];

export interface EventText {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

export interface SyntheticChain {
  readonly head: SyntheticBlock;
  block(number: number): SyntheticBlock | undefined;
  numberOf(hash: string): number | undefined;
  logs(from: number, to: number): SyntheticLog[];
  mine(block: number, events: readonly EventText[]): void;
  grow(blocks: number): void;
  /** Replaces the newest blocks by blocks with other events, and adds some blocks. */
  reorganize(depth: number, story: Story): void;
}

const GENESIS_TIME = 1_700_000_000;
const BLOCK_SECONDS = 2;
const NO_HASH = `0x${'0'.repeat(64)}`;

/**
 * Creates a chain in memory from a seed and a story. Blocks without events are created only when
 * they are read, so a chain can start at any height.
 */
export function createSyntheticChain(
  story: Story = () => [],
  options: { readonly seed?: string; readonly height?: number; readonly genesisTime?: number } = {},
): SyntheticChain {
  const { seed = 'chain', height = 0, genesisTime = GENESIS_TIME } = options;
  const mined = new Map<number, (readonly EventText[])[]>();
  const full = new Map<number, SyntheticBlock>();
  /** Hashes of the added blocks by number. */
  const hashes = new Map<number, string>();
  const numbers = new Map<string, number>();
  let head = height;

  function hashAt(number: number): string {
    if (number < 0) return NO_HASH;
    return hashes.get(number) ?? hashOf(`${seed}  ${NO_HASH} ${number}`);
  }

  numbers.set(hashAt(height), height);

  function build(number: number): SyntheticBlock {
    const hash = hashAt(number);
    const timestamp = genesisTime + number * BLOCK_SECONDS;
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
    return { number, hash, parentHash: hashAt(number - 1), timestamp, logs };
  }

  function mine(number: number, transactions: Iterable<readonly EventText[]>): void {
    const all = [...(mined.get(number) ?? []), ...transactions];
    if (all.length === 0) return;
    mined.set(number, all);
    full.set(number, build(number));
  }

  function append(count: number, tell: Story, branch: string): void {
    for (let i = 0; i < count; i++) {
      const hash = hashOf(`${seed} ${branch} ${hashAt(head)} ${head + 1}`);
      head++;
      hashes.set(head, hash);
      numbers.set(hash, head);
      mine(head, tell(head));
    }
  }

  const blockAt = (number: number) => full.get(number) ?? build(number);

  return {
    get head() {
      return blockAt(head);
    },
    block: (number) => (number < 0 || number > head ? undefined : blockAt(number)),
    numberOf: (hash) => numbers.get(hash),
    logs(from, to) {
      const [first, last] = [Math.max(0, from), Math.min(to, head)];
      const isDense = last - first < full.size;
      const within = isDense
        ? Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i)
        : [...full.keys()].filter((at) => at >= first && at <= last).sort((a, b) => a - b);
      return within.flatMap((number) => full.get(number)?.logs ?? []);
    },
    mine: (number, events) => mine(number, [events]),
    grow: (count) => append(count, story, ''),
    reorganize(depth, tell) {
      for (let number = head - depth + 1; number <= head; number++) {
        numbers.delete(hashAt(number));
        hashes.delete(number);
        mined.delete(number);
        full.delete(number);
      }
      head -= depth;
      append(depth + 2, tell, 'other');
    },
  };
}

/** Creates a chain of this height. The newest block's time is `headSeconds` (Unix seconds). */
export function createSparseChain(height: number, headSeconds: number): SyntheticChain {
  const genesisTime = headSeconds - height * BLOCK_SECONDS;
  return createSyntheticChain(undefined, { seed: 'sparse', height, genesisTime });
}

/** Returns a clock that starts at the time of the chain's present head. */
export function clockAt(chain: SyntheticChain): { now(): EpochMs } {
  const offset = chain.head.timestamp * 1000 - Date.now();
  return { now: () => epochMs(Date.now() + offset) };
}

export function hashOf(text: string): string {
  return `0x${createHash('sha256').update(text).digest('hex')}`;
}

function hex(value: number): string {
  return `0x${value.toString(16)}`;
}
