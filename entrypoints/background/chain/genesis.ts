import { isRecord } from '../../../shared/is-record.ts';
import type { ActivityLog } from '../kernel/activity.ts';
import type { Networks } from '../kernel/networks.ts';
import type { Rpc } from './rpc.ts';

export type Genesis = ReturnType<typeof createGenesis>;

const HASH = /^0x[0-9a-f]{64}$/;

/**
 * Detects when a local node was replaced by a node with another chain of the same id: the hash of
 * block 0 differs. Public nodes are never asked.
 */
export function createGenesis(deps: {
  rpcOf: (chainId: number) => Rpc;
  isLocal: Networks['isLocal'];
  activity: Pick<ActivityLog, 'all' | 'setGenesis'>;
  /** Called when the set of rows that belong to an earlier chain changes. */
  onChange: () => void;
}) {
  async function ask(chainId: number): Promise<string | undefined> {
    if (!deps.isLocal(chainId)) return undefined;
    const block = await deps.rpcOf(chainId).request('eth_getBlockByNumber', ['0x0', false]);
    const hash = isRecord(block) && typeof block.hash === 'string' ? block.hash.toLowerCase() : '';
    return HASH.test(hash) ? hash : undefined;
  }

  /**
   * Returns the hash of block 0; undefined for public nodes and for a node without the block.
   * Rejects when the node doesn't respond.
   */
  async function read(chainId: number): Promise<string | undefined> {
    const hash = await ask(chainId);
    if (deps.activity.setGenesis(chainId, hash)) deps.onChange();
    return hash;
  }

  return {
    read,
    /** Reads block 0 of the chains in the activity. Ignores nodes that don't respond. */
    async refresh(): Promise<void> {
      const rows = deps.activity.all();
      const chainIds = rows.flatMap((row) =>
        row.kind === 'transaction' && row.genesis !== undefined ? row.chainId : [],
      );
      await Promise.allSettled([...new Set(chainIds)].map(read));
    },
  };
}
