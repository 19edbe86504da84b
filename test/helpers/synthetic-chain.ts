import { createHash } from 'node:crypto';
import { type EpochMs, epochMs } from '../../shared/units.ts';

/** A log as a node returns it. */
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

/** Events of a block: each list is one transaction. */
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
  /** Adds blocks with the story's events. */
  grow(blocks: number): void;
  /** Replaces the newest blocks by others with another story, and adds a few more. */
  reorganize(depth: number, story: Story): void;
}

const GENESIS_TIME = 1_700_000_000;
const BLOCK_SECONDS = 2;

/** Builds a chain in memory from the seed and the story. */
export function createSyntheticChain(story: Story, seed = 'chain'): SyntheticChain {
  const blocks: SyntheticBlock[] = [];

  function append(tell: Story, branch: string): void {
    const number = blocks.length;
    const parentHash = blocks.at(-1)?.hash ?? `0x${'0'.repeat(64)}`;
    const hash = hashOf(`${seed} ${branch} ${parentHash} ${number}`);
    const timestamp = GENESIS_TIME + number * BLOCK_SECONDS;
    let logIndex = 0;
    const logs = tell(number).flatMap((events, transaction) =>
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
    blocks.push({ number, hash, parentHash, timestamp, logs });
  }

  append(() => [], '');
  return {
    get head() {
      const head = blocks.at(-1);
      if (head === undefined) throw new Error('a chain has a first block');
      return head;
    },
    block: (number) => blocks[number],
    numberOf(hash) {
      const at = blocks.findLastIndex((block) => block.hash === hash);
      return at < 0 ? undefined : at;
    },
    logs: (from, to) => blocks.slice(from, to + 1).flatMap(({ logs }) => logs),
    grow(count) {
      for (let i = 0; i < count; i++) append(story, '');
    },
    reorganize(depth, tell) {
      blocks.splice(blocks.length - depth, depth);
      for (let i = 0; i < depth + 2; i++) append(tell, 'other');
    },
  };
}

/** Returns a clock that runs from the time of the chain's present head. */
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
