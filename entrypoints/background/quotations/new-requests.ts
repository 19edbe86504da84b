import type { Address, Hex } from 'viem';
import { type AskedOption, newOptionTerms } from '../../../shared/quotations/new-option.ts';
import { requestedOption } from '../../../shared/quotations/requested-option.ts';
import { isTradable, stageOf } from '../../../shared/quotations/stage.ts';
import { type RequestTerms, requestCall } from '../../../shared/quotations/terms.ts';
import type { NewRequestNeeds } from '../../../shared/quotations/view.ts';
import { type TokenAmount, type UnixSeconds, unixSeconds } from '../../../shared/units.ts';
import type { Rpc } from '../chain/rpc.ts';
import { type Factory, QuotationError } from '../market/options/factory.ts';
import type { RequestState } from '../market/options/request.ts';
import type { Signer } from '../signer/signer.ts';
import type { FactoryCalls } from './factory-calls.ts';
import { type FactoryFunds, readCollateral } from './factory-funds.ts';
import type { createRequestReader } from './read-requests.ts';

/** A request to buy or sell an option that doesn't exist yet. */
export interface NewRequest extends AskedOption {
  readonly account: Address;
  readonly isBuyer: boolean;
  /** Maximum cost or minimum proceeds for all contracts. */
  readonly limit: TokenAmount;
  /** Seconds in which makers can answer. */
  readonly window: number;
}

type NewNeeds = FactoryFunds & { readonly needed: TokenAmount };

/** Creates the requests for options that don't exist yet. */
export function createNewRequests(
  deps: FactoryCalls & {
    client: Rpc;
    signer: Pick<Signer, 'offerPublicKey'>;
    readFactory: () => Promise<Factory>;
    readRequests: ReturnType<typeof createRequestReader>;
    now: () => UnixSeconds;
  },
) {
  const { client, signer, readFactory, readRequests, now } = deps;
  const { ensureWorks, fundsOf, lacking } = deps;

  /** Returns the terms of a request for a new option whose offers end `window` seconds from now. */
  function newTermsOf(request: NewRequest): RequestTerms {
    const { account, isBuyer, limit, window } = request;
    const terms = newOptionTerms(request);
    if (terms === undefined) throw new QuotationError('noStructure');
    if (limit <= 0n) throw new QuotationError('noLimit');
    return { ...terms, requester: account, isBuyer, offerEnd: unixSeconds(now() + window) };
  }

  async function needsOf(request: NewRequest): Promise<{ terms: RequestTerms } & NewNeeds> {
    const { account, isBuyer, limit } = request;
    const terms = newTermsOf(request);
    await readFactory();
    // A seller's request moves nothing yet, so it tests the terms without an allowance.
    const draft = { ...terms, isBuyer: false };
    const [needed, funds] = await Promise.all([
      isBuyer ? limit : readCollateral(client, terms),
      fundsOf(account, terms.collateral),
      ensureWorks(account, requestCall(draft, limit, signer.offerPublicKey(account))),
    ]);
    return { terms, needed, ...funds };
  }

  /** Throws `alreadyAsked` while another request for the same new option can end in a trade. */
  async function ensureUnaskedNew(account: Address, option: string): Promise<void> {
    const { revealWindow } = await readFactory();
    const isOpen = (request: RequestState) =>
      isTradable(stageOf({ ...request, revealWindow }, now())) &&
      requestedOption({ ...request, existingOption: request.existing }) === option;
    if ((await readRequests(account)).some(isOpen)) throw new QuotationError('alreadyAsked');
  }

  return {
    /**
     * Returns the money that a request for a new option needs.
     * @throws QuotationError `noStructure`, `noLimit`; other errors are the factory's reason
     */
    async tryNew(request: NewRequest): Promise<NewRequestNeeds> {
      const { terms: _terms, ...needs } = await needsOf(request);
      return needs;
    },

    /** @throws QuotationError `noStructure`, `noLimit` */
    optionOf: (request: NewRequest): string => requestedOption(newTermsOf(request)),

    /**
     * Returns the missing allowance of a request that could be made now, if any.
     * @throws QuotationError like `tryNew`, `shortBalance`, and `alreadyAsked` while another
     * request of the account for the same option can be traded
     */
    async allowanceFor(request: NewRequest) {
      const { account } = request;
      await ensureUnaskedNew(account, requestedOption(newTermsOf(request)));
      const { terms, needed, pledged, held } = await needsOf(request);
      if (held < needed + pledged) throw new QuotationError('shortBalance');
      return lacking(account, terms.collateral, needed);
    },

    /** Returns the data of a request that would succeed now. */
    async callOf(request: NewRequest): Promise<Hex> {
      const { account, limit } = request;
      await readFactory();
      const data = requestCall(newTermsOf(request), limit, signer.offerPublicKey(account));
      await ensureWorks(account, data);
      return data;
    },
  };
}
