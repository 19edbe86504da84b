import { ChainNodeError } from '../../../../shared/chain/logs/chain-node.ts';
import type { Clock, Wait } from '../../../../shared/ports.ts';
import { type BlockHeader, readHeader } from '../chain-blocks.ts';
import type { Rpc } from '../rpc.ts';
import type { Reading } from './read-span.ts';
import type { ScanLanes } from './scan-lanes.ts';

/** Number of newest blocks to read again in each run. Nodes lag and chains reorganize. */
const TAIL = 60;
/** Number of blocks to read again when a reorganization replaced the newest block that was read. */
const REORG = 1_000;
/** Number of nodes that read each block: one node can hide logs that another node returns. */
export const COPIES = 2;

export interface ScanDeps {
  readonly client: Rpc;
  readonly clock: Clock;
  readonly wait: Wait;
  readonly lanes: ScanLanes;
}

/** First and last block that were read, and the hash of the last. */
interface ScannedBlocks {
  readonly from: number;
  readonly to: number;
  readonly toHash: string;
}

/**
 * Begins a scan of logs. Returns the nodes on the same chain as the client's node, and the spans to
 * read from them in this order. The newest blocks aren't stored in a record.
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
    /** Blocks above the border, from one node: other nodes may not have these blocks yet. */
    newest: {
      ...reading,
      copies: 1,
      direction: up,
      span: { from: border.number + 1, to: latest.number },
    },
    /** Blocks between the last run and the border. */
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
    headerAt: (block: number) => (block === border.number ? border : readHeader(client, block)),
  };
}

/**
 * Returns the record to continue with: the known record, or the part of it that is still on the
 * chain. Undefined when everything must be read again. Calls `known` after each wait, because the
 * owner can change the record during the wait.
 * @throws RpcError when the client's node fails; ChainNodeError when this node is far behind
 * another node
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
  // Nodes are rarely at the same block, so a slightly lower border is normal.
  const isFarBehind = border.number < to - REORG;
  if (isFarBehind && (await lanes.someHas({ number: to, hash: toHash })))
    throw new ChainNodeError('down', 'the node is far behind the chain');
  if (isFarBehind || !options.isUsable(before)) return undefined;
  if (border.number < to || (await readHeader(client, to)).hash === toHash) return options.known();
  const newest = await readHeader(client, Math.max(from - 1, to - REORG, 0));
  return options.cut(options.known() ?? before, newest);
}
