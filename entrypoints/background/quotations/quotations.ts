import { type Address, encodeFunctionData, type Hex } from 'viem';
import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import { optionFactoryAbi } from '../../../shared/chain/abi/option-factory.ts';
import { FACTORY_R12, TOKENS } from '../../../shared/chain/deployments.ts';
import { isSameAddress } from '../../../shared/is-same-address.ts';
import type { Clock, Wait } from '../../../shared/ports.ts';
import type { QuotationsView, QuotationView } from '../../../shared/quotations/view.ts';
import { type Price8, secondsOf, tokenAmount } from '../../../shared/units.ts';
import type { OwnTransactions } from '../approvals/sending/own-transactions.ts';
import { multicall } from '../chain/reads.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { IndexerClient } from '../market/indexer-client.ts';
import { createFactoryReader, type Factory, QuotationError } from '../market/options/factory.ts';
import {
  type IsKnownMaker,
  type RequestEvents,
  readOffers,
  WINDOW_SECONDS,
} from '../market/options/read-offers.ts';
import { type RequestState, readRequest } from '../market/options/request.ts';
import type { PositionParts } from '../positions/index.ts';
import type { Signer } from '../signer/signer.ts';
import { createCloseRequests } from './close-requests.ts';
import { createFactoryCalls } from './factory-calls.ts';
import { isPledging } from './factory-funds.ts';
import { readIndexedOffers } from './indexed-offers.ts';
import { createNewRequests } from './new-requests.ts';
import { createOfferOpener, type OpenedOffers } from './offer-views.ts';
import type { OneRequest } from './one-request.ts';
import type { OwnRequests } from './own-requests.ts';
import type { RequestAnswer } from './plan-ask.ts';
import { quotationView } from './quotation-view.ts';
import { createRequestReader } from './read-requests.ts';

export type Quotations = ReturnType<typeof createQuotations>;

/**
 * Manages the requests that the wallet's accounts make to makers. Reads the requests from the
 * chain, and their offers from the indexer while no node returns offers. Each call is simulated
 * before it enters the approval queue.
 */
export function createQuotations(deps: {
  client: Rpc;
  clock: Clock;
  wait: Wait;
  indexer: Pick<IndexerClient, 'request' | 'requestsOf'>;
  isKnownMaker: IsKnownMaker;
  ownRequests: Pick<OwnRequests, 'idsOf' | 'add'>;
  signer: Pick<Signer, 'openOffer' | 'offerPublicKey' | 'canSign'>;
  own: Pick<OwnTransactions, 'call'>;
  oneRequest: Pick<OneRequest, 'ensureNotAsking' | 'ensureUnasked'>;
  spotOf: (asset: string) => Price8 | undefined;
  /** Called with a known maker's best offer for a side that the user holds. */
  onOffer: PositionParts['lastOffers']['keep'];
  /**
   * Called with the transaction of each new option of the account. Called again after a rejection.
   */
  onOpened: (hash: string) => Promise<void>;
  /**
   * Called with the receipt for each own side that a maker took over. Called again after a
   * rejection.
   */
  onClosed: PositionParts['onClosed'];
}) {
  const { client, signer } = deps;
  const readFactory = createFactoryReader(client);
  const readRequests = createRequestReader({ ...deps, own: deps.ownRequests });
  const openOffers = createOfferOpener(deps);
  const now = () => secondsOf(deps.clock.now());
  const calls = createFactoryCalls({ ...deps, readRequests });
  const asking = { ...deps, ...calls, readFactory, now };
  const closing = createCloseRequests(asking);
  const opening = createNewRequests({ ...asking, readRequests });
  /** Ids of requests whose settlement was or is being reported to the positions. */
  const noted = new Set<bigint>();

  /** Returns true for requests whose offers are in the newest blocks. */
  const isRecent = ({ end, offerEnd }: RequestState) =>
    end === undefined || now() < offerEnd + WINDOW_SECONDS;

  /** Reads offers from the chain, or from the indexer while no node returns them. */
  const offersOf = (requests: readonly RequestState[]) =>
    readOffers(client, requests, deps.isKnownMaker).catch(() =>
      readIndexedOffers(deps.indexer, requests),
    );

  async function viewOf(
    account: Address,
    request: RequestState,
    { domain, revealWindow }: Factory,
    events: RequestEvents | undefined,
  ): Promise<{ view: QuotationView; offers: OpenedOffers['offers'] }> {
    const limit = request.hasWinner || request.end !== undefined ? undefined : request.best;
    const sealed = signer.canSign(account) ? (events?.offers ?? []) : [];
    const terms = { isBuyer: request.isBuyer, limit };
    const checked = await openOffers(account, domain, sealed, terms);
    const facts = { request, revealWindow, now: now(), events, ...checked };
    return { view: quotationView({ ...facts, spotOf: deps.spotOf }), offers: checked.offers };
  }

  /**
   * Reads the money that the factory keeps for an account, and the account's allowances, by known
   * token.
   */
  async function readKept(account: Address) {
    const factory = { address: FACTORY_R12, abi: optionFactoryAbi } as const;
    const claim = (token: Address) =>
      ({ ...factory, functionName: 'claimableTransfers', args: [account, token] }) as const;
    const allowance = (address: Address) =>
      ({
        address,
        abi: erc20Abi,
        functionName: 'allowance',
        args: [account, FACTORY_R12],
      }) as const;
    const contracts = [claim, allowance].flatMap((callOf) =>
      TOKENS.map(({ address }) => callOf(address)),
    );
    const answers = await multicall(client, { contracts });
    const amountsFrom = (first: number): QuotationsView['claims'] =>
      TOKENS.flatMap(({ address, symbol, decimals }, i) => {
        const amount = answers[first + i]?.result;
        if (typeof amount !== 'bigint' || amount === 0n) return [];
        return [{ token: address, symbol, decimals, amount: tokenAmount(amount) }];
      });
    return { claims: amountsFrom(0), allowances: amountsFrom(TOKENS.length) };
  }

  /**
   * Reports a settlement to the positions, because another device may have sent it. The next read
   * retries after a failure.
   */
  async function note(account: Address, request: RequestState, events: RequestEvents) {
    const { id, existing, isBuyer } = request;
    const { paid, settledBy } = events;
    if (paid === undefined || settledBy === undefined || noted.has(id)) return;
    noted.add(id);
    try {
      if (existing === undefined) return await deps.onOpened(settledBy);
      const option = existing.toLowerCase() as Address;
      const side = isBuyer ? 'seller' : 'buyer';
      const units = isBuyer ? paid.amount : tokenAmount(paid.amount - paid.fee);
      await deps.onClosed({ account, option, side, units, fee: paid.fee, hash: settledBy });
    } catch {
      noted.delete(id);
    }
  }

  /** Keeps only known makers' offers. Anyone can make offers to inflate a side's value. */
  function keepOffer(
    { existing, isBuyer, contracts }: RequestState,
    offers: OpenedOffers['offers'],
  ) {
    const best = offers.find(({ isKnown, state }) => isKnown && state === 'open');
    if (existing === undefined || best === undefined) return;
    const side = isBuyer ? 'seller' : 'buyer';
    deps.onOffer({ option: existing, side, contracts, premium: best.amount });
  }

  async function find(account: Address, id: bigint): Promise<RequestState> {
    const found = await readRequest(client, id);
    if (!isSameAddress(found.requester, account)) throw new QuotationError('noSuchRequest');
    return found;
  }

  async function acceptCall(
    account: Address,
    id: bigint,
    { offeror, amount }: Extract<RequestAnswer, { kind: 'accept' }>,
  ): Promise<Hex> {
    const [factory, request] = await Promise.all([readFactory(), find(account, id)]);
    const events = (await offersOf([request])).get(id);
    const posted = (events?.offers ?? []).filter((one) => isSameAddress(one.offeror, offeror));
    const only = events && { ...events, offers: posted };
    const { offers } = await viewOf(account, request, factory, only);
    const offer = offers.find((one) => one.amount === amount);
    if (offer?.state !== 'open') throw new QuotationError('noSuchOffer');
    const args = [id, offer.amount, offer.nonce, offer.offeror] as const;
    return encodeFunctionData({
      abi: optionFactoryAbi,
      functionName: 'settleQuotationEarly',
      args,
    });
  }

  const endCall = (kind: 'cancel' | 'settle', id: bigint) =>
    encodeFunctionData({ abi: optionFactoryAbi, functionName: `${kind}Quotation`, args: [id] });

  return {
    /**
     * Reads the account's requests with their offers, and reports settled requests to the
     * positions. Rejects when no node responds.
     */
    async read(account: Address): Promise<QuotationsView> {
      const [factory, requests, { claims, allowances }] = await Promise.all([
        readFactory(),
        readRequests(account),
        readKept(account),
      ]);
      const recent = requests.filter(isRecent);
      const events = await offersOf(recent).catch(() => undefined);
      const quotations = await Promise.all(
        requests.map(async (request) => {
          const found = isRecent(request) ? events?.get(request.id) : NO_EVENTS;
          // The list doesn't wait for the indexer.
          if (found !== undefined) void note(account, request, found);
          const { view, offers } = await viewOf(account, request, factory, found);
          keepOffer(request, offers);
          return view;
        }),
      );
      const leftAllowances = allowances.filter(
        ({ token }) =>
          !requests.some((one) => isPledging(one) && isSameAddress(one.collateral, token)),
      );
      return { quotations, revealWindow: factory.revealWindow, claims, leftAllowances };
    },

    tryClose: closing.tryClose,
    tryNew: opening.tryNew,
    closing,
    opening,

    /**
     * Returns the data of an answer that would succeed now. Anyone's request can be settled.
     * @throws QuotationError `noSuchOffer` if no offer of this amount is open, `noSuchRequest` for
     * another account's request
     */
    async answerCall(account: Address, answer: RequestAnswer): Promise<Hex> {
      const { id } = answer;
      if (answer.kind === 'cancel') await find(account, id);
      const data =
        answer.kind === 'accept' ? await acceptCall(account, id, answer) : endCall(answer.kind, id);
      await calls.ensureWorks(account, data);
      return data;
    },

    /** Claims money that the factory kept after a failed transfer to the account. */
    claim(account: Address, token: Address): Promise<Hex> {
      const functionName = 'claimEscrowedFunds';
      const args = [token] as const;
      return calls.call(account, encodeFunctionData({ abi: optionFactoryAbi, functionName, args }));
    },
  };
}

const NO_EVENTS: RequestEvents = {
  offers: [],
  paid: undefined,
  settledBy: undefined,
  source: 'chain',
};
