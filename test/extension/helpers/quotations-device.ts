import type { Hex } from 'viem';
import { createOwnTransactions } from '../../../entrypoints/background/approvals/sending/own-transactions.ts';
import type { SentCalls } from '../../../entrypoints/background/approvals/sending/sent-calls.ts';
import type { Transactions } from '../../../entrypoints/background/approvals/sending/transactions.ts';
import { createRpc, type Rpc } from '../../../entrypoints/background/chain/rpc.ts';
import { stored } from '../../../entrypoints/background/kernel/stored.ts';
import { systemWait } from '../../../entrypoints/background/platform/clock.ts';
import type { SideOffer } from '../../../entrypoints/background/positions/last-offers.ts';
import { createAsks } from '../../../entrypoints/background/quotations/asks.ts';
import { createOneRequest } from '../../../entrypoints/background/quotations/one-request.ts';
import { createOwnRequests } from '../../../entrypoints/background/quotations/own-requests.ts';
import type { AskInput } from '../../../entrypoints/background/quotations/plan-ask.ts';
import { createQuotations } from '../../../entrypoints/background/quotations/quotations.ts';
import {
  offerKey,
  offerPublicKey,
  openOffer,
} from '../../../entrypoints/background/signer/offer-key.ts';
import { STORED_KEYS } from '../../../entrypoints/background/stored-keys.ts';
import { RpcError } from '../../../shared/rpc/codes.ts';
import { epochMs, price8 } from '../../../shared/units.ts';
import type { RfqMarket } from '../../devnet/rfq-fixture.ts';
import { createFakeRandom } from '../../helpers/fake-world.ts';
import { approvingTransactions } from './approving-transactions.ts';
import { callDeps } from './call-deps.ts';
import { memoryAreas } from './memory-areas.ts';

/** Returns the key that offers to the market's taker are sealed for. */
export const takerKey = ({ taker }: RfqMarket) =>
  offerKey(taker.getHdKey().privateKey ?? new Uint8Array());

/**
 * Creates a device of the market's taker. The device has read nothing yet and approves all
 * requests.
 * @param options.answered changes the answers of the device's node
 */
export function quotationsDevice(
  market: RfqMarket,
  options: {
    key?: Uint8Array;
    now?: () => number;
    answered?: (method: string, answer: unknown) => unknown;
    /** The indexer's answer about a request. */
    indexed?: unknown;
    /** Default: no maker is known. */
    isKnownMaker?: (address: string) => boolean;
    /** Called before a settlement is recorded. */
    noting?: () => Promise<void>;
    /** Returns true for the receivers whose requests the user rejects. Default: for none. */
    rejects?: (to: string | undefined) => boolean;
    /** Data of calls to the factory that aren't mined yet. */
    sent?: readonly Hex[];
  } = {},
) {
  const { devnet } = market;
  const { key = takerKey(market), now = Date.now, answered = (_, answer) => answer } = options;
  const rpc = createRpc({ fetch, urls: () => [devnet.rpcUrl] });
  const transactions = approvingTransactions(devnet, market.taker);
  const closed: bigint[] = [];
  const closingFees: bigint[] = [];
  const opened: string[] = [];
  const offered: SideOffer[] = [];
  const client: Rpc = {
    request: async (method, params) => answered(method, await rpc.request(method, params)),
  };
  const asking: Transactions = {
    async ask(request) {
      if (options.rejects?.(request.transaction.to) === true)
        throw new RpcError('rejected', 'The user rejected it.');
      return transactions.ask(request);
    },
  };
  const sentCalls: SentCalls = () =>
    (options.sent ?? []).map((data) => ({ hash: '0x' as const, data }));
  const deps = callDeps<AskInput>({ client });
  const oneRequest = createOneRequest({
    ...deps,
    sentCalls,
    accounts: () => [market.taker],
  });
  const quotations = createQuotations({
    client,
    clock: { now: () => epochMs(now()) },
    indexer: {
      request: async () => options.indexed,
      requestsOf: async () => [],
    },
    ownRequests: createOwnRequests({
      stored: stored(memoryAreas(), STORED_KEYS.ownRequests),
      client,
    }),
    isKnownMaker: options.isKnownMaker ?? (() => false),
    wait: systemWait,
    signer: {
      openOffer: async (_, sealed) => openOffer(key, sealed),
      offerPublicKey: () => offerPublicKey(key),
      canSign: () => true,
    },
    own: createOwnTransactions({ transactions: asking, random: createFakeRandom() }),
    oneRequest,
    spotOf: () => price8(2_590_00000000n),
    onOffer: (offer) => void offered.push(offer),
    onOpened: async (hash) => void opened.push(hash),
    onClosed: async (one) => {
      await options.noting?.();
      closed.push(one.units);
      closingFees.push(one.fee);
    },
  });
  const asks = createAsks({
    ...{ ...deps, oneRequest, sentCalls, transactions: asking },
    ...{ closing: quotations.closing, opening: quotations.opening },
    answerCall: quotations.answerCall,
  });
  return {
    ...quotations,
    ...asks,
    asked: transactions.asked,
    closed,
    closingFees,
    opened,
    offered,
  };
}
