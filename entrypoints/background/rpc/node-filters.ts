import type { Requester } from '../../../shared/approvals/types.ts';
import { toHex } from '../../../shared/bytes.ts';
import { isRecent } from '../../../shared/is-recent.ts';
import type { Clock, Random } from '../../../shared/ports.ts';
import { NodeError, RpcError } from '../../../shared/rpc/codes.ts';
import { topOf } from '../approvals/site-limits.ts';
import type { Rpc } from '../chain/rpc.ts';
import { createDocumentPlaces, type Holder } from './document-places.ts';
import type { ReadQueue } from './read-queue.ts';
import { documentKeyOf } from './sender.ts';

/**
 * Milliseconds without a request after which an unconnected site's filter is dropped. A locked
 * wallet's worker can stop after 30 s, so a longer time would let sites detect a lock.
 */
export const UNCONNECTED_MS = 20_000;

interface NodeFilter extends Holder {
  readonly chainId: number;
  readonly nodeId: unknown;
  /** Epoch milliseconds of the filter's last request. */
  usedAt: number;
}

export type NodeFilters = ReturnType<typeof createNodeFilters>;

/**
 * Filters at the user's node (`eth_newFilter` and similar). Pages get the wallet's own ids, each
 * valid in one document: many nodes number filters in sequence, so a page could read or remove
 * another page's filters. Filters end with the worker. A page then gets the error for an unknown
 * filter and creates a new filter.
 */
export function createNodeFilters(deps: {
  rpcOf: (chainId: number) => Rpc;
  reads: ReadQueue;
  random: Random;
  clock: Clock;
  isConnected: (origin: string) => boolean;
}) {
  const places = createDocumentPlaces<Holder, NodeFilter>();

  const uninstall = ({ site, chainId, nodeId }: NodeFilter) =>
    deps.reads.run(site, () => deps.rpcOf(chainId).request('eth_uninstallFilter', [nodeId]));

  /** Removes a filter at the node. If this fails, the node drops it later. */
  const drop = (filter: NodeFilter) => uninstall(filter).catch(() => undefined);

  function find(requester: Requester, id: string): NodeFilter | undefined {
    const filter = places.kept.get(id);
    if (filter?.documentKey !== documentKeyOf(requester)) return undefined;
    const now = deps.clock.now();
    if (!deps.isConnected(requester.origin) && !isRecent(filter.usedAt, now, UNCONNECTED_MS)) {
      places.kept.delete(id);
      void drop(filter);
      return undefined;
    }
    filter.usedAt = now;
    return filter;
  }

  return {
    async create(
      requester: Requester,
      chainId: number,
      method: string,
      params: readonly unknown[],
    ): Promise<string> {
      const owner = { documentKey: documentKeyOf(requester), site: topOf(requester) };
      if (!places.reserve(owner))
        throw new RpcError('invalidParams', 'The page has too many filters.');
      try {
        const nodeId = await deps.reads.run(owner.site, () =>
          deps.rpcOf(chainId).request(method, params),
        );
        const filter = { ...owner, chainId, nodeId, usedAt: deps.clock.now() };
        if (!places.release(owner)) {
          // The document closed during the request.
          void drop(filter);
          throw new RpcError('disconnected');
        }
        // The id must be a quantity without leading zeros (execution API).
        const id = toHex(deps.random.bytes(16)).replace('0x', '0x1');
        places.kept.set(id, filter);
        return id;
      } finally {
        places.release(owner);
      }
    },

    /** Asks the node about a filter of this document. Rejects other ids like a node. */
    async ask(requester: Requester, method: string, id: string): Promise<unknown> {
      const filter = find(requester, id);
      if (filter === undefined) throw new NodeError({ code: -32000, message: 'filter not found' });
      return deps.reads.run(filter.site, () =>
        deps.rpcOf(filter.chainId).request(method, [filter.nodeId]),
      );
    },

    async remove(requester: Requester, id: string): Promise<boolean> {
      const filter = find(requester, id);
      if (filter === undefined) return false;
      places.kept.delete(id);
      await uninstall(filter);
      return true;
    },

    removeAll(documentKey: string): void {
      places.remove((one) => one.documentKey === documentKey).forEach(drop);
    },
  };
}
