import type { Hex } from 'viem';
import { type ChainNode, ChainNodeError } from '../../shared/chain/logs/chain-node.ts';
import { isHash, parseQuantity, quantity } from '../../shared/chain/logs/quantity.ts';
import { isRecord } from '../../shared/is-record.ts';
import { type UnixSeconds, unixSeconds } from '../../shared/units.ts';
import { retry } from './timing.ts';

export interface Block {
  readonly number: number;
  readonly hash: Hex;
  readonly parentHash: Hex;
  readonly timestamp: UnixSeconds;
}

export function latestBlock(node: ChainNode): Promise<Block> {
  return retry(async () => {
    const block = parseBlock(await node.call('eth_getBlockByNumber', ['latest', false]));
    if (block === undefined) throw new ChainNodeError('odd', 'the node has no newest block');
    return block;
  });
}

/** Returns a block by number; undefined when the node doesn't have it. */
export function blockAt(node: ChainNode, number: number): Promise<Block | undefined> {
  return retry(() => askBlock(node, number));
}

/**
 * Returns a block that the node must have: the node has reported this block or a later block.
 * @throws ChainNodeError
 */
export function requireBlock(node: ChainNode, number: number): Promise<Block> {
  return retry(async () => {
    const block = await askBlock(node, number);
    if (block === undefined)
      throw new ChainNodeError('odd', 'the node reports a block that it does not have');
    return block;
  });
}

async function askBlock(node: ChainNode, number: number): Promise<Block | undefined> {
  const answer = await node.call('eth_getBlockByNumber', [quantity(number), false]);
  if (answer === null) return undefined;
  const block = parseBlock(answer);
  if (block?.number !== number)
    throw new ChainNodeError('odd', 'the node returned another block than requested');
  return block;
}

function parseBlock(value: unknown): Block | undefined {
  if (!isRecord(value)) return undefined;
  const number = parseQuantity(value.number);
  const timestamp = parseQuantity(value.timestamp);
  const { hash, parentHash } = value;
  if (number === undefined || timestamp === undefined) return undefined;
  if (!isHash(hash) || !isHash(parentHash)) return undefined;
  return { number, hash, parentHash, timestamp: unixSeconds(timestamp) };
}
