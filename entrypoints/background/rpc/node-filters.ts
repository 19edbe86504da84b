import type { Requester } from '../../../shared/approvals/types.ts';
import { toHex } from '../../../shared/bytes.ts';
import { isRecent } from '../../../shared/is-recent.ts';
import type { Clock, Random } from '../../../shared/ports.ts';
import { NodeError, RpcError } from '../../../shared/rpc/codes.ts';
import { topOf } from '../approvals/site-limits.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { ReadQueue } from './read-queue.ts';
import { documentKeyOf } from './sender.ts';

const MAX_PER_DOCUMENT = 32;
/** Filters of one site's documents, in all its tabs and frames. */
const MAX_PER_SITE = 128;
/**
 * Milliseconds for which an unconnected site's filter lives without a request. A worker without a
 * request ends after 30 s, but only while the wallet is locked; the site must not notice.
 */
export const UNCONNECTED_MS = 20_000;

interface Owner {
  readonly documentKey: string;
  readonly site: string;
}

interface NodeFilter extends Owner {
  readonly chainId: number;
  /** The filter's id at the node. */
  readonly nodeId: unknown;
  /** Time of its last request, in epoch milliseconds. */
  usedAt: number;
}

export type NodeFilters = ReturnType<typeof createNodeFilters>;

/**
 * Filters of the user's node (`eth_newFilter` and its siblings). Pages get the wallet's own ids,
 * each valid in one document: many nodes count their ids up, so a page could read or remove another
 * one's filters. Filters live as long as the worker. Later a page gets the error of a dropped
 * filter and creates another one.
 */
export function createNodeFilters(deps: {
  rpcOf: (chainId: number) => Rpc;
  reads: ReadQueue;
  random: Random;
  clock: Clock;
  isConnected: (origin: string) => boolean;
}) {
  const filters = new Map<string, NodeFilter>();
  /** Slots reserved for requests that wait for the node. */
  const starting = new Set<Owner>();

  function reserve(requester: Requester): Owner {
    const owner = { documentKey: documentKeyOf(requester), site: topOf(requester) };
    const places = [...filters.values(), ...starting].filter(({ site }) => site === owner.site);
    const same = places.filter(({ documentKey }) => documentKey === owner.documentKey);
    if (same.length >= MAX_PER_DOCUMENT || places.length >= MAX_PER_SITE) {
      throw new RpcError('invalidParams', 'The page has too many filters.');
    }
    starting.add(owner);
    return owner;
  }

  const uninstall = ({ site, chainId, nodeId }: NodeFilter) =>
    deps.reads.run(site, () => deps.rpcOf(chainId).request('eth_uninstallFilter', [nodeId]));

  /** Removes a filter. The node drops unused filters by itself. */
  function drop(id: string, filter: NodeFilter): void {
    filters.delete(id);
    uninstall(filter).catch(() => undefined);
  }

  function find(requester: Requester, id: string): NodeFilter | undefined {
    const filter = filters.get(id);
    if (filter?.documentKey !== documentKeyOf(requester)) return undefined;
    const now = deps.clock.now();
    if (!deps.isConnected(requester.origin) && !isRecent(filter.usedAt, now, UNCONNECTED_MS)) {
      drop(id, filter);
      return undefined;
    }
    filter.usedAt = now;
    return filter;
  }

  return {
    /** Creates a filter at the node and returns the wallet's id for it. */
    async create(
      requester: Requester,
      chainId: number,
      method: string,
      params: readonly unknown[],
    ): Promise<string> {
      const owner = reserve(requester);
      try {
        const nodeId = await deps.reads.run(owner.site, () =>
          deps.rpcOf(chainId).request(method, params),
        );
        const filter = { ...owner, chainId, nodeId, usedAt: deps.clock.now() };
        if (!starting.delete(owner)) {
          // The page has left. If this fails, the node drops the unused filter by itself.
          uninstall(filter).catch(() => undefined);
          throw new RpcError('disconnected');
        }
        // The execution API requires a quantity without leading zeros.
        const id = toHex(deps.random.bytes(16)).replace('0x', '0x1');
        filters.set(id, filter);
        return id;
      } finally {
        starting.delete(owner);
      }
    },

    /** Asks the node about a filter of this document. Rejects other ids as a node does. */
    async ask(requester: Requester, method: string, id: string): Promise<unknown> {
      const filter = find(requester, id);
      if (filter === undefined) throw new NodeError({ code: -32000, message: 'filter not found' });
      return deps.reads.run(filter.site, () =>
        deps.rpcOf(filter.chainId).request(method, [filter.nodeId]),
      );
    },

    /** Returns whether the document had this filter. */
    async remove(requester: Requester, id: string): Promise<boolean> {
      const filter = find(requester, id);
      if (filter === undefined) return false;
      filters.delete(id);
      await uninstall(filter);
      return true;
    },

    /** Removes the filters of a document that is gone. */
    removeAll(documentKey: string): void {
      for (const owner of starting) if (owner.documentKey === documentKey) starting.delete(owner);
      for (const [id, filter] of filters) {
        if (filter.documentKey === documentKey) drop(id, filter);
      }
    },
  };
}
