import { ChainNodeError } from '../../../../shared/chain/logs/chain-node.ts';
import type { Clock, Wait } from '../../../../shared/ports.ts';
import { type BlockHeader, readHeader } from '../chain-blocks.ts';
import type { Rpc } from '../rpc.ts';
import type { Reading } from './read-span.ts';
import type { ScanLanes } from './scan-lanes.ts';

/** The newest blocks are read again each time, because nodes lag and chains reorganize. */
const TAIL = 60;
/** Blocks to read again when the chain replaced the last one. */
const REORG = 1_000;
/** Nodes to read each block from: one node can hide logs that another one returns. */
export const COPIES = 2;

export interface ScanDeps {
  readonly client: Rpc;
  readonly clock: Clock;
  readonly wait: Wait;
  readonly lanes: ScanLanes;
}

/** The blocks that were read, first and last included, and the hash of the newest one. */
interface ScannedBlocks {
  readonly from: number;
  readonly to: number;
  readonly toHash: string;
}

/**
 * Begins a scan of logs: returns the nodes that agree with the client's, and the spans to read from
 * them in this order. The newest blocks aren't part of a record.
 * @throws RpcError when the client's node fails; ForkError when the nodes are on different chains
 */
export async function beginScan(deps: ScanDeps, isWanted: () => boolean) {
  const { client, clock, wait } = deps;
  const latest = await readHeader(client, 'latest');
  const border = await readHeader(client, Math.max(0, latest.number - TAIL));
  const lanes = await deps.lanes.usable(border);
  const reading: Reading = { lanes, copies: COPIES, clock, wait, isWanted };
  const [up, down] = ['up', 'down'] as const;
  return {
    border,
    reading,
    /** Blocks above the border, from one node: a second one can lack them for now. */
    newest: {
      ...reading,
      copies: 1,
      direction: up,
      span: { from: border.number + 1, to: latest.number },
    },
    /** Blocks up to the border that were mined since the last run. */
    since: ({ to }: ScannedBlocks) => ({
      ...reading,
      direction: up,
      span: { from: to + 1, to: border.number },
    }),
    /** Older blocks, down to `target`. */
    past: ({ from }: ScannedBlocks, target: number) => ({
      ...reading,
      direction: down,
      span: { from: target, to: from - 1 },
    }),
    /** Returns the header of a block that was read. */
    headerAt: (block: number) => (block === border.number ? border : readHeader(client, block)),
  };
}

/**
 * Returns the record to continue with: the known one, or its part that is still on the chain.
 * Undefined when everything must be read again. Calls `known` again after each wait, because the
 * owner can change the record meanwhile.
 * @throws RpcError when the client's node fails; ChainNodeError when it is far behind a chain that
 * another node has
 */
export async function resumed<Record extends ScannedBlocks>(
  { client, lanes }: ScanDeps,
  border: BlockHeader,
  options: {
    readonly known: () => Record | undefined;
    readonly isUsable: (record: Record) => boolean;
    readonly cut: (record: Record, newest: BlockHeader) => Record;
  },
): Promise<Record | undefined> {
  const before = options.known();
  if (before === undefined) return undefined;
  const { from, to, toHash } = before;
  // Nodes are rarely at the same block, so a slightly lower border makes no difference.
  const isFarBehind = border.number < to - REORG;
  if (isFarBehind && (await lanes.someHas({ number: to, hash: toHash })))
    throw new ChainNodeError('down', 'the node is far behind the chain');
  if (isFarBehind || !options.isUsable(before)) return undefined;
  if (border.number < to || (await readHeader(client, to)).hash === toHash) return options.known();
  const newest = await readHeader(client, Math.max(from - 1, to - REORG, 0));
  return options.cut(options.known() ?? before, newest);
}
