import type { Address } from 'viem';
import { FACTORY_R12 } from '../../../shared/chain/deployments.ts';
import { isSameAddress } from '../../../shared/is-same-address.ts';
import { decodeLog } from '../../../shared/positions/decode-log.ts';
import type { Rpc } from '../chain/rpc.ts';
import { logsOfReceipt, type RawLog } from '../chain/trade-receipt.ts';
import { createKeptValue } from '../kernel/kept-value.ts';
import type { Stored } from '../kernel/stored.ts';
import type { StoredRequests } from './keys.ts';

/** Maximum number of kept ids. The oldest are dropped. */
const MOST = 1_000;

export type OwnRequests = ReturnType<typeof createOwnRequests>;

/**
 * Keeps the ids of the accounts' own requests. The factory's list can be flooded and an indexer can
 * be silent, but a request's money stays in the factory until the request is cancelled.
 */
export function createOwnRequests(deps: { stored: Stored<StoredRequests>; client: Rpc }) {
  const kept = createKeptValue(deps.stored, [] as StoredRequests);

  function idsOf(account: string): readonly bigint[] {
    const lower = account.toLowerCase();
    return kept
      .get()
      .filter((one) => one.account === lower)
      .map(({ id }) => id);
  }

  async function add(account: string, ids: readonly bigint[]): Promise<void> {
    const lower = account.toLowerCase();
    const known = new Set(idsOf(account));
    const fresh = ids.filter((id) => !known.has(id)).map((id) => ({ account: lower, id }));
    await kept.set([...kept.get(), ...fresh].slice(-MOST));
  }

  return {
    load: kept.load,
    idsOf,
    add,

    /**
     * Stores the requests of one of the wallet's mined transactions, from its receipt. Returns
     * false if the transaction made no request.
     */
    async onConfirmed(account: string, hash: string): Promise<boolean> {
      const receipt = await deps.client.request('eth_getTransactionReceipt', [hash]);
      const ids = idsIn(logsOfReceipt(receipt), account as Address);
      await add(account, ids);
      return ids.length > 0;
    },
  };
}

/** Returns the ids of an account's requests in the factory's events. */
export function idsIn(logs: readonly RawLog[], account: Address): readonly bigint[] {
  return logs.flatMap((log) => {
    const event = isSameAddress(log.address, FACTORY_R12) ? decodeLog(log) : undefined;
    const isOwn = event?.type === 'quotation-requested' && isSameAddress(event.requester, account);
    return isOwn ? [event.quotationId] : [];
  });
}
