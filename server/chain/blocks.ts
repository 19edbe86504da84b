import type { Hex } from 'viem';
import { type UnixSeconds, unixSeconds } from '../../shared/units.ts';
import { isRecord } from '../../shared/wire/json-values.ts';
import { type Bloom, parseBloom } from './bloom.ts';
import { type ChainNode, NodeError } from './node.ts';
import { retry } from './retry.ts';

export interface Block {
  readonly number: number;
  readonly hash: Hex;
  readonly parentHash: Hex;
  readonly timestamp: UnixSeconds;
  /** What the header says about the block's logs; undefined when the node leaves it out. */
  readonly bloom: Bloom | undefined;
}

/** The newest block that a node has. */
export function latestBlock(node: ChainNode): Promise<Block> {
  return retry(async () => {
    const block = parseBlock(await node.call('eth_getBlockByNumber', ['latest', false]));
    if (block === undefined) throw new NodeError('odd', 'the node has no newest block');
    return block;
  });
}

/** One block by its number; undefined when the node does not have it. */
export function blockAt(node: ChainNode, number: number): Promise<Block | undefined> {
  return retry(() => askBlock(node, number));
}

/** One block that the node must have, since it told of it or of a later one. */
export function requireBlock(node: ChainNode, number: number): Promise<Block> {
  return retry(async () => {
    const block = await askBlock(node, number);
    if (block === undefined)
      throw new NodeError('odd', 'the node tells of a block that it does not have');
    return block;
  });
}

async function askBlock(node: ChainNode, number: number): Promise<Block | undefined> {
  const answer = await node.call('eth_getBlockByNumber', [quantity(number), false]);
  if (answer === null) return undefined;
  const block = parseBlock(answer);
  if (block?.number !== number)
    throw new NodeError('odd', 'the node answered another block than asked');
  return block;
}

/** A JSON-RPC quantity. */
export function quantity(value: number): Hex {
  return `0x${value.toString(16)}`;
}

/** Reads a quantity that is a safe integer; anything else gives undefined. */
export function parseQuantity(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{1,14}$/.test(value)) return undefined;
  const parsed = Number(value);
  return Number.isSafeInteger(parsed) ? parsed : undefined;
}

export function isHash(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{64}$/.test(value);
}

function parseBlock(value: unknown): Block | undefined {
  if (!isRecord(value)) return undefined;
  const number = parseQuantity(value.number);
  const timestamp = parseQuantity(value.timestamp);
  const { hash, parentHash } = value;
  if (number === undefined || timestamp === undefined) return undefined;
  if (!isHash(hash) || !isHash(parentHash)) return undefined;
  const bloom = parseBloom(value.logsBloom);
  return { number, hash, parentHash, timestamp: unixSeconds(timestamp), bloom };
}
