import type { Hex } from 'viem';
import { FACTORY_R12 } from '../../../../shared/chain/deployments.ts';
import { isSameAddress } from '../../../../shared/is-same-address.ts';
import {
  decodeQuotationLog,
  QUOTATION_TOPICS,
} from '../../../../shared/positions/decode-quotation-log.ts';
import { topicAddress } from '../../../../shared/positions/log-data.ts';
import { applyQuotations, type Offer, offerKey } from '../../../../shared/positions/quotation.ts';
import {
  type TokenAmount,
  tokenAmount,
  type UnixSeconds,
  unixSeconds,
} from '../../../../shared/units.ts';
import { readHeader } from '../../chain/chain-blocks.ts';
import { quantity } from '../../chain/quantities.ts';
import type { Rpc } from '../../chain/rpc.ts';
import { type RawLog, wellFormedLogs } from '../../chain/trade-receipt.ts';

export interface RequestEvents {
  readonly offers: readonly Offer[];
  /** Premium that was paid at the settlement (including the fee), and the fee itself. */
  readonly paid: { readonly amount: TokenAmount; readonly fee: TokenAmount } | undefined;
  readonly settledBy: string | undefined;
  readonly source: 'chain' | 'indexer';
}

/** Seconds between two blocks of Base. */
const BLOCK_SECONDS = 2;
/** The longest time for offers in the wallet, plus time for the reveal and the settlement. */
export const WINDOW_SECONDS = 3_600;
/** Minimum number of blocks, for chains with more blocks per second. */
const MIN_BLOCKS = 400;
/** Number of blocks per request: public nodes accept a thousand. */
const BLOCKS_AT_ONCE = 900;
const MAX_BLOCKS = 5 * BLOCKS_AT_ONCE;
/** Maximum number of offers for one request. Anyone can post offers from many accounts. */
export const MAX_OFFERS = 10_000;

/** Returns true for a maker of the feed's orders. An attacker can't easily become a known maker. */
export type IsKnownMaker = (address: string) => boolean;

/**
 * Reads the offers for running and recent requests from the newest blocks. Rejects when the node
 * doesn't respond.
 */
export async function readOffers(
  client: Rpc,
  requests: readonly { readonly id: bigint; readonly offerEnd: UnixSeconds }[],
  isKnownMaker: IsKnownMaker = () => false,
): Promise<ReadonlyMap<bigint, RequestEvents>> {
  if (requests.length === 0) return new Map();
  const newest = await readHeader(client, 'latest');
  const begin = Math.min(...requests.map(({ offerEnd }) => offerEnd)) - WINDOW_SECONDS;
  const wanted = Math.max(MIN_BLOCKS, Math.ceil((newest.at - begin) / BLOCK_SECONDS));
  const from = Math.max(0, newest.number - Math.min(wanted, MAX_BLOCKS));
  const ids = requests.map(({ id }): Hex => `0x${id.toString(16).padStart(64, '0')}`);
  const logs: RawLog[] = [];
  for (let at = from; at <= newest.number; at += BLOCKS_AT_ONCE) {
    const to = Math.min(at + BLOCKS_AT_ONCE - 1, newest.number);
    const range = { fromBlock: quantity(at), toBlock: quantity(to) };
    const filter = { address: FACTORY_R12, topics: [QUOTATION_TOPICS, ids], ...range };
    const answer = await client.request('eth_getLogs', [filter]);
    if (Array.isArray(answer)) for (const log of wellFormedLogs(answer)) logs.push(log);
  }
  const byRequest = Map.groupBy(newestOfEach(logs), (log) => log.topics[1]?.toLowerCase() ?? '');
  return new Map(
    requests.map(({ id }, i) => [
      id,
      eventsOf(id, within(byRequest.get(ids[i] ?? '') ?? [], isKnownMaker)),
    ]),
  );
}

/** Limits the events of one request. Never drops events of known makers. */
function within(logs: readonly RawLog[], isKnownMaker: IsKnownMaker): readonly RawLog[] {
  if (logs.length <= MAX_OFFERS) return logs;
  const kept = new Set(
    [...logs].sort((a, b) => rank(a, isKnownMaker) - rank(b, isKnownMaker)).slice(0, MAX_OFFERS),
  );
  return logs.filter((log) => kept.has(log));
}

/**
 * Returns 0 for events to keep first: those of known makers, and the few events without an offeror.
 */
function rank({ topics }: RawLog, isKnownMaker: IsKnownMaker): number {
  const offeror = topicAddress(topics[2]);
  return offeror === undefined || isKnownMaker(offeror) ? 0 : 1;
}

/**
 * Keeps the newest log for each kind, request and offeror, so that repeated logs don't hide other
 * logs.
 */
function newestOfEach(logs: readonly RawLog[]): readonly RawLog[] {
  const newest = new Map<string, RawLog>();
  for (const [at, log] of logs.entries()) {
    const key = log.topics.length > 2 ? log.topics.join(' ').toLowerCase() : String(at);
    newest.delete(key);
    newest.set(key, log);
  }
  return [...newest.values()];
}

function eventsOf(id: bigint, logs: readonly RawLog[]): RequestEvents {
  const offers = new Map<string, Offer>();
  let paid: RequestEvents['paid'];
  let settledBy: string | undefined;
  for (const log of logs) {
    if (!isSameAddress(log.address, FACTORY_R12)) continue;
    const event = decodeQuotationLog(log.topics[0]?.toLowerCase() ?? '', log, FACTORY_KEY);
    if (event === undefined || !('quotationId' in event) || event.quotationId !== id) continue;
    if (event.type === 'quotation-premium' || event.type === 'quotation-fee') {
      const fee = event.type === 'quotation-fee' ? event.amount : 0n;
      paid = {
        amount: tokenAmount((paid?.amount ?? 0n) + event.amount),
        fee: tokenAmount((paid?.fee ?? 0n) + fee),
      };
    }
    if (event.type === 'quotation-settled') settledBy = String(log.transactionHash);
    const transaction = {
      hash: '0x',
      block: 0,
      timestamp: unixSeconds(0),
      events: [{ event, logIndex: Number(log.logIndex) }],
    } as const;
    // The end of a request concerns all its offers.
    const offer =
      'offeror' in event ? offers.get(offerKey(FACTORY_KEY, id, event.offeror)) : undefined;
    const lookup = {
      quotation: () => undefined,
      offers: () =>
        event.type === 'quotation-settled' ? [...offers.values()] : offer ? [offer] : [],
    };
    for (const [key, offer] of applyQuotations(transaction, lookup).offers) offers.set(key, offer);
  }
  return { offers: [...offers.values()], paid, settledBy, source: 'chain' };
}

/** The factory's address in lower case, as the indexer writes it. */
const FACTORY_KEY = FACTORY_R12.toLowerCase() as Hex;
