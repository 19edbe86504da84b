import { toHex } from '../../../shared/bytes.ts';
import { isRecord } from '../../../shared/messages/page.ts';
import type { Random } from '../../../shared/ports.ts';
import { parseQuantity, quantity } from '../chain/quantities.ts';
import type { Rpc } from '../chain/rpc.ts';

/** Base makes a block every two seconds. */
const POLL_MS = 2_000;
/** A page that was asleep is not flooded with more than this many missed blocks. */
const MAX_CATCH_UP = 64n;
const MAX_PER_DOCUMENT = 32;

interface Subscription {
  readonly id: string;
  readonly documentKey: string;
  readonly chainId: number;
  readonly kind: 'newHeads' | 'logs';
  /** `address` and `topics` of `eth_getLogs`. */
  readonly filter: Readonly<Record<string, unknown>>;
  /** The last block that was told. */
  head: bigint;
}

export interface Subscriptions {
  /** Starts one; `undefined` when the document has too many. */
  start(
    input: Pick<Subscription, 'documentKey' | 'chainId' | 'kind' | 'filter'>,
  ): Promise<string | undefined>;
  stop(documentKey: string, id: string): boolean;
  /** The document is gone. */
  stopAll(documentKey: string): void;
}

/**
 * `eth_subscribe` over HTTP: polls the head while somebody listens, and tells each new block or log
 * once. It needs no WebSocket endpoint and nothing runs while nobody is subscribed.
 */
export function createSubscriptions(deps: {
  rpcOf: (chainId: number) => Rpc;
  random: Random;
  /** Keeps the worker alive while somebody listens. */
  keepAlive: () => void;
  tell: (documentKey: string, subscription: string, result: unknown) => void;
}): Subscriptions {
  const open = new Map<string, Subscription>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function look(subscription: Subscription): Promise<void> {
    const rpc = deps.rpcOf(subscription.chainId);
    const head = parseQuantity(await rpc.request('eth_blockNumber', []));
    if (head <= subscription.head) return;
    const missed =
      head - subscription.head > MAX_CATCH_UP ? head - MAX_CATCH_UP : subscription.head;
    const from = missed + 1n;
    const results =
      subscription.kind === 'logs'
        ? await logs(rpc, subscription.filter, from, head)
        : await headers(rpc, from, head);
    subscription.head = head;
    for (const result of results) {
      if (open.has(subscription.id)) deps.tell(subscription.documentKey, subscription.id, result);
    }
  }

  async function round(): Promise<void> {
    deps.keepAlive();
    // A node that is away is asked again in the next round, from the same block.
    await Promise.allSettled([...open.values()].map(look));
    timer = undefined;
    schedule();
  }

  function schedule(): void {
    if (timer === undefined && open.size > 0) timer = setTimeout(round, POLL_MS);
  }

  return {
    async start(input) {
      const same = [...open.values()].filter((one) => one.documentKey === input.documentKey);
      if (same.length >= MAX_PER_DOCUMENT) return undefined;
      const head = parseQuantity(await deps.rpcOf(input.chainId).request('eth_blockNumber', []));
      const id = toHex(deps.random.bytes(16));
      open.set(id, { ...input, id, head });
      schedule();
      return id;
    },
    stop(documentKey, id) {
      return open.get(id)?.documentKey === documentKey && open.delete(id);
    },
    stopAll(documentKey) {
      for (const [id, one] of open) if (one.documentKey === documentKey) open.delete(id);
    },
  };
}

async function headers(rpc: Rpc, from: bigint, to: bigint): Promise<unknown[]> {
  const numbers = Array.from({ length: Number(to - from + 1n) }, (_, i) => from + BigInt(i));
  const blocks = await Promise.all(
    numbers.map((number) => rpc.request('eth_getBlockByNumber', [quantity(number), false])),
  );
  // A header is a block without what it contains.
  return blocks
    .filter(isRecord)
    .map(({ transactions: _t, uncles: _u, size: _s, ...header }) => header);
}

async function logs(
  rpc: Rpc,
  filter: Readonly<Record<string, unknown>>,
  from: bigint,
  to: bigint,
): Promise<unknown[]> {
  const range = { fromBlock: quantity(from), toBlock: quantity(to) };
  const answer = await rpc.request('eth_getLogs', [{ ...filter, ...range }]);
  return Array.isArray(answer) ? answer : [];
}
