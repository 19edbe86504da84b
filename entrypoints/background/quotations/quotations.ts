import { type Address, encodeFunctionData, type Hex } from 'viem';
import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import { optionFactoryAbi } from '../../../shared/chain/abi/option-factory.ts';
import { CHAIN_ID, FACTORY_R12, TOKENS } from '../../../shared/chain/deployments.ts';
import { isSameAddress } from '../../../shared/is-same-address.ts';
import type { Clock } from '../../../shared/ports.ts';
import type { Side } from '../../../shared/positions/value.ts';
import { type AskedOption, newOptionTerms } from '../../../shared/quotations/new-option.ts';
import { requestedOption } from '../../../shared/quotations/requested-option.ts';
import { type QuotationStage, stageOf } from '../../../shared/quotations/stage.ts';
import { type RequestTerms, requestCall } from '../../../shared/quotations/terms.ts';
import type {
  NewRequestNeeds,
  QuotationsView,
  QuotationView,
} from '../../../shared/quotations/view.ts';
import {
  type Contracts,
  type Price8,
  secondsOf,
  type TokenAmount,
  unixSeconds,
} from '../../../shared/units.ts';
import { multicall } from '../chain/reads.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { Settled } from '../chain/settlements.ts';
import type { IndexerClient } from '../positions/indexer-client.ts';
import { approveCall, type OwnTransactions } from '../sending/own-transactions.ts';
import type { Signer } from '../signer/signer.ts';
import { createFactoryReader, type Factory, QuotationError } from './factory.ts';
import { type FactoryFunds, isPledging, readCollateral, readFunds } from './factory-funds.ts';
import { readIndexedOffers } from './indexed-offers.ts';
import { createOfferOpener } from './offer-views.ts';
import type { OneRequest } from './one-request.ts';
import { readOptionTerms } from './option-terms.ts';
import { quotationView } from './quotation-view.ts';
import { type RequestEvents, readOffers, WINDOW_SECONDS } from './read-offers.ts';
import { createRequestReader, type RequestState } from './read-requests.ts';

/** A request of a holder to sell its side of an option, or to buy it back. */
export interface CloseRequest {
  readonly account: Address;
  readonly option: Address;
  readonly isBuyer: boolean;
  /** For the whole option: least proceeds of a sale, most cost of a purchase. */
  readonly limit: TokenAmount;
  /** The contracts that the user saw with the limit; another number is refused. */
  readonly contracts?: Contracts;
  /** Seconds in which makers can answer. */
  readonly window: number;
}

/** A request to buy or sell an option that doesn't exist yet. */
export interface NewRequest extends AskedOption {
  readonly account: Address;
  readonly isBuyer: boolean;
  /** For all contracts: most cost, or least proceeds. */
  readonly limit: TokenAmount;
  /** Seconds in which makers can answer. */
  readonly window: number;
}

export type Quotations = ReturnType<typeof createQuotations>;

/**
 * Requests for quotation of the wallet's accounts. They are read from the chain, and their offers from
 * the indexer while no node returns them. Every call passes the approval queue after the same call has
 * succeeded as a simulation.
 */
export function createQuotations(deps: {
  client: Rpc;
  clock: Clock;
  indexer: Pick<IndexerClient, 'request'>;
  signer: Pick<Signer, 'openOffer' | 'offerPublicKey' | 'canSign'>;
  own: Pick<OwnTransactions, 'call'>;
  oneRequest: OneRequest;
  settled: (hash: string) => Promise<Settled>;
  spotOf: (asset: string) => Price8 | undefined;
  /** Called for each new option of the account, with its transaction; again if it rejects. */
  onOpened: (hash: string) => Promise<void>;
  /** Called for each own side that a maker took over, with its receipt; again if it rejects. */
  onClosed: (closed: {
    readonly account: string;
    /** Lower-case. */
    readonly option: Address;
    readonly side: Side;
    /** A buyer's proceeds after the fee, or a seller's cost, in base units. */
    readonly units: string;
    readonly hash: string;
  }) => Promise<void>;
}) {
  const { client, signer } = deps;
  const readFactory = createFactoryReader(client);
  const readRequests = createRequestReader(client);
  const openOffers = createOfferOpener(signer);
  const { ensureNotAsking, ensureUnasked, askOnce } = deps.oneRequest;
  const now = () => secondsOf(deps.clock.now());
  /** Ids whose settlement the positions know or are learning. */
  const noted = new Set<bigint>();

  /** Recent requests have their offers in the newest blocks. */
  const isRecent = ({ end, offerEnd }: RequestState) =>
    end === undefined || now() < offerEnd + WINDOW_SECONDS;

  /** Reads offers from the chain, or from the indexer while no node returns them. */
  const offersOf = (requests: readonly RequestState[]) =>
    readOffers(client, requests).catch(() => readIndexedOffers(deps.indexer, requests));

  async function viewOf(
    account: Address,
    request: RequestState,
    { domain, revealWindow }: Factory,
    events: RequestEvents | undefined,
  ): Promise<{ view: QuotationView; offers: Awaited<ReturnType<typeof openOffers>>['offers'] }> {
    const limit = request.hasWinner || request.end !== undefined ? undefined : request.best;
    const sealed = signer.canSign(account) ? (events?.offers ?? []) : [];
    const terms = { isBuyer: request.isBuyer, limit };
    const { offers, unreadable } = await openOffers(account, domain, sealed, terms);
    const facts = { request, revealWindow, now: now(), events, checked: offers, unreadable };
    return { view: quotationView({ ...facts, spotOf: deps.spotOf }), offers };
  }

  /** Reads what the factory keeps for an account, and what the account allows it, of each known token. */
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
        return [{ token: address, symbol, decimals, amount: amount.toString() }];
      });
    return { claims: amountsFrom(0), allowances: amountsFrom(TOKENS.length) };
  }

  /** Rejects with the contract's reason when the call fails now. */
  const ensureWorks = (account: Address, data: Hex) =>
    client.request('eth_call', [{ from: account, to: FACTORY_R12, data }, 'latest']);

  async function call(account: Address, data: Hex): Promise<Hex> {
    await ensureWorks(account, data);
    return deps.own.call({ chainId: CHAIN_ID, account, to: FACTORY_R12, data });
  }

  /** Returns the call of a request whose offers end `window` seconds after now. */
  async function callOf(request: CloseRequest): Promise<{ data: Hex; token: Address }> {
    const { account, option, isBuyer, limit, window } = request;
    const { revealWindow } = await readFactory();
    await ensureUnasked(account, option, revealWindow);
    const { packed, ...terms } = await readOptionTerms(client, option);
    if (request.contracts !== undefined && terms.contracts !== request.contracts)
      throw new QuotationError('other-size', 'The option has another number of contracts.');
    const asked = { ...terms, requester: account, isBuyer, offerEnd: unixSeconds(now() + window) };
    const publicKey = signer.offerPublicKey(account);
    const plain = requestCall(asked, limit, publicKey);
    if (packed === undefined || packed === '0x') return { data: plain, token: terms.collateral };
    // It isn't known which of the two forms the contract wants for a physical option.
    const isPlain = await ensureWorks(account, plain).then(
      () => true,
      () => false,
    );
    const data = isPlain
      ? plain
      : requestCall({ ...asked, extraOptionData: packed }, limit, publicKey);
    return { data, token: terms.collateral };
  }

  /**
   * Lets the positions know of a settlement, which may not be a transaction of this device. After a
   * failure, the next list tries again.
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
      const units = (isBuyer ? paid.amount : paid.amount - paid.fee).toString();
      await deps.onClosed({ account, option, side, units, hash: settledBy });
    } catch {
      noted.delete(id);
    }
  }

  const fundsOf = async (account: Address, token: Address) =>
    readFunds(client, account, token, await readRequests(account));

  /**
   * Asks for the allowance that a request and the account's other requests need, if there is less;
   * resolves with true when one was given.
   */
  async function allow(account: Address, token: Address, amount: bigint): Promise<boolean> {
    const { allowed, pledged } = await fundsOf(account, token);
    const needed = pledged + amount;
    if (allowed >= needed) return false;
    const approval = { chainId: CHAIN_ID, account, ...approveCall(token, FACTORY_R12, needed) };
    const { status } = await deps.settled(await deps.own.call(approval));
    if (status !== 'confirmed')
      throw new QuotationError('no-allowance', 'The allowance was not given.');
    return true;
  }

  /** Asks after an allowance; a failure then says that the allowance stays. */
  const askAfter = (isAllowed: boolean, ask: () => Promise<Hex>): Promise<Hex> =>
    ask().catch((cause) => {
      throw isAllowed
        ? new QuotationError('allowed-unasked', 'The allowance was given, and nothing asked.', {
            cause,
          })
        : cause;
    });

  /** Returns the terms of a request for a new option, whose offers end `window` seconds after now. */
  async function newTermsOf(request: NewRequest): Promise<RequestTerms> {
    const { account, isBuyer, limit, window } = request;
    const terms = newOptionTerms(request);
    if (terms === undefined)
      throw new QuotationError('no-structure', 'The factory has no such option.');
    if (limit <= 0n) throw new QuotationError('no-limit', 'A request needs a limit.');
    await readFactory();
    return { ...terms, requester: account, isBuyer, offerEnd: unixSeconds(now() + window) };
  }

  async function needsOf(request: NewRequest): Promise<{ terms: RequestTerms } & NewNeeds> {
    const { account, isBuyer, limit } = request;
    const terms = await newTermsOf(request);
    // A seller's request moves nothing yet, so it proves the terms without an allowance.
    const draft = { ...terms, isBuyer: false };
    const [needed, funds] = await Promise.all([
      isBuyer ? limit : readCollateral(client, terms),
      fundsOf(account, terms.collateral),
      ensureWorks(account, requestCall(draft, limit, signer.offerPublicKey(account))),
    ]);
    return { terms, needed, ...funds };
  }

  /** Throws `already-asked` while another request for a new option can end in a trade. */
  async function ensureUnaskedNew(account: Address, option: string): Promise<void> {
    const { revealWindow } = await readFactory();
    const isOpen = (request: RequestState) =>
      TRADABLE.includes(stageOf({ ...request, revealWindow }, now())) &&
      requestedOption({ ...request, existingOption: request.existing }) === option;
    if ((await readRequests(account)).some(isOpen))
      throw new QuotationError('already-asked', 'A request for the option is open.');
  }

  async function find(account: Address, id: bigint): Promise<RequestState> {
    const found = (await readRequests(account)).find((request) => request.id === id);
    if (found === undefined)
      throw new QuotationError('no-such-request', 'The account has no such request.');
    return found;
  }

  const endCall = (functionName: 'cancelQuotation' | 'settleQuotation', id: bigint) =>
    encodeFunctionData({ abi: optionFactoryAbi, functionName, args: [id] });

  return {
    /** Reads the account's requests with their offers. Rejects when no node responds. */
    async list(account: Address): Promise<QuotationsView> {
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
          return (await viewOf(account, request, factory, found)).view;
        }),
      );
      const leftAllowances = allowances.filter(
        ({ token }) =>
          !requests.some((one) => isPledging(one) && isSameAddress(one.collateral, token)),
      );
      return { quotations, revealWindow: factory.revealWindow, claims, leftAllowances };
    },

    /**
     * Resolves when makers can be asked to close a position. Rejects with the contract's reason, or
     * `other-factory`. A buyer's limit is paid into the factory, so that it isn't tried before there
     * is an allowance.
     */
    async tryClose(request: CloseRequest): Promise<void> {
      ensureNotAsking(request.account, request.option.toLowerCase());
      const { data, token } = await callOf(request);
      if (request.isBuyer && (await fundsOf(request.account, token)).allowed < request.limit)
        return;
      await ensureWorks(request.account, data);
    },

    /**
     * Asks makers for offers to close a position. Returns the transaction's hash.
     * @throws QuotationError `already-asked`, `asked-by-other`, `split-running`, `other-size`,
     * `other-factory`
     */
    requestClose: (request: CloseRequest): Promise<Hex> =>
      askOnce(request.account, request.option.toLowerCase(), async () => {
        const { account, option, isBuyer, limit } = request;
        const { token } = await callOf(request);
        const isAllowed = isBuyer && (await allow(account, token, limit));
        return askAfter(isAllowed, async () => {
          // The window begins now, not before the allowance.
          const { data } = await callOf(request);
          return call(account, data).catch(async (error) => {
            // Another device can have asked first, which the factory refuses without a reason.
            await ensureUnasked(account, option, (await readFactory()).revealWindow);
            throw error;
          });
        });
      }),

    /**
     * Returns the money that a request for a new option needs.
     * @throws QuotationError `no-structure`, `no-limit`; rejects with the factory's reason otherwise
     */
    async tryNew(request: NewRequest): Promise<NewRequestNeeds> {
      const { needed, pledged, held, allowed } = await needsOf(request);
      return {
        needed: needed.toString(),
        pledged: pledged.toString(),
        held: held.toString(),
        allowed: allowed.toString(),
      };
    },

    /**
     * Asks makers for a new option. A buyer's limit moves to the factory; a seller's collateral stays,
     * with an allowance that the settlement uses. Returns the transaction's hash.
     * @throws QuotationError as `tryNew`, `short-balance`, and `already-asked` while a request of the
     * account for the same option is on its way, or can still be traded
     */
    async requestNew(request: NewRequest): Promise<Hex> {
      const { account, limit } = request;
      const option = requestedOption(await newTermsOf(request));
      return askOnce(account, option, async () => {
        await ensureUnaskedNew(account, option);
        const { terms, needed, pledged, held } = await needsOf(request);
        if (held < needed + pledged)
          throw new QuotationError('short-balance', 'The account has too little.');
        const isAllowed = await allow(account, terms.collateral, needed);
        return askAfter(isAllowed, async () => {
          // The window begins now, not before the allowance.
          const asked = await newTermsOf(request);
          return call(account, requestCall(asked, limit, signer.offerPublicKey(account)));
        });
      });
    },

    /**
     * Accepts a maker's offer while offers are collected.
     * @throws QuotationError `no-such-offer` for one that isn't open with this amount
     */
    async accept(options: {
      account: Address;
      id: bigint;
      offeror: string;
      amount: bigint;
    }): Promise<Hex> {
      const { account, id, offeror, amount } = options;
      const [factory, request] = await Promise.all([readFactory(), find(account, id)]);
      const events = (await offersOf([request])).get(id);
      const { offers } = await viewOf(account, request, factory, events);
      const offer = offers.find(
        (one) => isSameAddress(one.offeror, offeror) && one.amount === amount,
      );
      if (offer?.state !== 'open')
        throw new QuotationError('no-such-offer', 'The offer is not open any more.');
      const args = [id, offer.amount, offer.nonce, offer.offeror] as const;
      return call(
        account,
        encodeFunctionData({
          abi: optionFactoryAbi,
          functionName: 'settleQuotationEarly',
          args,
        }),
      );
    },

    /** Cancels a request: the factory returns the money that it holds for it. */
    async cancel(account: Address, id: bigint): Promise<Hex> {
      await find(account, id);
      return call(account, endCall('cancelQuotation', id));
    },

    /** Settles anybody's request whose offers are revealed, for the best one or for none. */
    settle: (account: Address, id: bigint): Promise<Hex> =>
      call(account, endCall('settleQuotation', id)),

    /** Fetches what the factory kept because a transfer to the account had failed. */
    claim(account: Address, token: Address): Promise<Hex> {
      const functionName = 'claimEscrowedFunds';
      const args = [token] as const;
      return call(account, encodeFunctionData({ abi: optionFactoryAbi, functionName, args }));
    },
  };
}

/** Stages of a request that can still end in a trade. */
const TRADABLE: readonly QuotationStage[] = ['collecting', 'revealing', 'unsettled'];

type NewNeeds = FactoryFunds & { readonly needed: TokenAmount };

const NO_EVENTS: RequestEvents = {
  offers: [],
  paid: undefined,
  settledBy: undefined,
  source: 'chain',
};
