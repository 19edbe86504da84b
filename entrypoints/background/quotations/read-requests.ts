import { type Address, pad } from 'viem';
import { optionFactoryAbi } from '../../../shared/chain/abi/option-factory.ts';
import { FACTORY_R12 } from '../../../shared/chain/deployments.ts';
import { isSameAddress } from '../../../shared/is-same-address.ts';
import type { Wait } from '../../../shared/ports.ts';
import { QUOTATION_REQUESTED_TOPIC } from '../../../shared/positions/decode-quotation-log.ts';
import { readHeader } from '../chain/chain-blocks.ts';
import { quantity } from '../chain/quantities.ts';
import { readContract } from '../chain/reads.ts';
import type { Rpc } from '../chain/rpc.ts';
import { wellFormedLogs } from '../chain/trade-receipt.ts';
import type { IndexerClient } from '../market/indexer-client.ts';
import { type RequestState, readRequestStates } from '../market/options/request.ts';
import { idsIn, type OwnRequests } from './own-requests.ts';

/**
 * Number of the factory's newest requests to read. The user's requests are searched among them if
 * no other source names them.
 */
const NEWEST = 400n;
/** Number of newest ids that a reorganization can still give to another requester. */
const UNSETTLED_IDS = 20n;
/** Maximum number of ids to read, the newest of each source. */
const MAX_IDS = 500;
/** Maximum milliseconds to wait for an indexer. */
const INDEXER_MS = 1_500;
/** Number of blocks per request: public nodes accept a thousand. */
const BLOCKS_AT_ONCE = 900;
const MAX_BLOCKS = 5 * BLOCKS_AT_ONCE;
/** Number of newest blocks to read again. A reorganization can replace them. */
const REREAD_BLOCKS = 100;

/**
 * Returns a function that reads an account's requests, newest first. Other accounts can flood the
 * factory, so own requests are found by several sources: stored ids, events of the newest blocks,
 * the indexer, and the factory's newest requests. The factory proves each of them.
 */
export function createRequestReader(deps: {
  client: Rpc;
  own: Pick<OwnRequests, 'idsOf' | 'add'>;
  indexer: Pick<IndexerClient, 'requestsOf'>;
  wait: Wait;
}) {
  const { client, own, indexer } = deps;
  const factory = { address: FACTORY_R12, abi: optionFactoryAbi } as const;
  /** Requests of other accounts among the factory's newest requests, with their requesters. */
  const others = new Map<bigint, Address>();
  /** Last block whose events were read, by account. */
  const readTo = new Map<string, number>();

  /** Returns the factory's newest ids, except for known requests of other accounts. */
  async function newestIds(account: Address): Promise<readonly bigint[]> {
    const count = await readContract(client, { ...factory, functionName: 'getQuotationCount' });
    const first = count > NEWEST ? count - NEWEST : 0n;
    // After a reorganization or on another node, these ids can have other requesters.
    for (const id of others.keys())
      if (id >= count - UNSETTLED_IDS || id < first) others.delete(id);
    const ids: bigint[] = [];
    for (let id = first; id < count; id++) {
      const requester = others.get(id);
      if (requester === undefined || isSameAddress(requester, account)) ids.push(id);
    }
    return ids;
  }

  async function loggedIds(account: Address): Promise<readonly bigint[]> {
    const { number: newest } = await readHeader(client, 'latest');
    const least = Math.max(0, newest - MAX_BLOCKS);
    const from = Math.max(least, (readTo.get(account) ?? 0) - REREAD_BLOCKS);
    const topics = [QUOTATION_REQUESTED_TOPIC, null, pad(account).toLowerCase()];
    const starts = Array.from(
      { length: Math.ceil((newest - from + 1) / BLOCKS_AT_ONCE) },
      (_, part) => from + part * BLOCKS_AT_ONCE,
    );
    const parts = await Promise.all(
      starts.map((at) =>
        client.request('eth_getLogs', [
          {
            address: FACTORY_R12,
            topics,
            fromBlock: quantity(at),
            toBlock: quantity(Math.min(at + BLOCKS_AT_ONCE - 1, newest)),
          },
        ]),
      ),
    );
    readTo.set(account, newest);
    return parts.flatMap((logs) =>
      Array.isArray(logs) ? idsIn(wellFormedLogs(logs.slice(-MAX_IDS)), account) : [],
    );
  }

  return async function readRequests(account: Address): Promise<readonly RequestState[]> {
    const nothing = (): readonly bigint[] => [];
    const [newest, ...named] = await Promise.all([
      newestIds(account),
      loggedIds(account).catch(nothing),
      Promise.race([
        indexer.requestsOf(account).catch(nothing),
        deps.wait(INDEXER_MS).then(nothing),
      ]),
    ]);
    const wanted = [own.idsOf(account), ...named].map((ids) =>
      [...ids].sort((a, b) => (a < b ? 1 : -1)).slice(0, MAX_IDS),
    );
    const ids = [...new Set([...wanted.flat(), ...newest])];
    const states = await readRequestStates(client, ids);
    for (const { id, requester } of states) others.set(id, requester);
    const found = states.filter(({ requester }) => isSameAddress(requester, account));
    await own.add(
      account,
      found.map(({ id }) => id),
    );
    return found.toSorted((a, b) => (a.id < b.id ? 1 : -1));
  };
}
