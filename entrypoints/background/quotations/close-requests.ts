import type { Address, Hex } from 'viem';
import { requestCall } from '../../../shared/quotations/terms.ts';
import {
  type Contracts,
  type TokenAmount,
  type UnixSeconds,
  unixSeconds,
} from '../../../shared/units.ts';
import type { Rpc } from '../chain/rpc.ts';
import { type Factory, QuotationError } from '../market/options/factory.ts';
import { readOptionTerms } from '../market/options/option-terms.ts';
import type { Signer } from '../signer/signer.ts';
import type { FactoryCalls } from './factory-calls.ts';
import type { OneRequest } from './one-request.ts';

/** A holder's request to sell its side of an option, or to buy it back. */
export interface CloseRequest {
  readonly account: Address;
  readonly option: Address;
  readonly isBuyer: boolean;
  /** Minimum proceeds or maximum cost for the whole option. */
  readonly limit: TokenAmount;
  /** Contracts that the user saw with the limit. Another number is refused. */
  readonly contracts?: Contracts;
  /** Seconds in which makers can answer. */
  readonly window: number;
}

/** Creates the requests about sides of options that the account holds. */
export function createCloseRequests(
  deps: FactoryCalls & {
    client: Rpc;
    signer: Pick<Signer, 'offerPublicKey'>;
    oneRequest: Pick<OneRequest, 'ensureNotAsking' | 'ensureUnasked'>;
    readFactory: () => Promise<Factory>;
    now: () => UnixSeconds;
  },
) {
  const { client, signer, readFactory, now, ensureWorks, fundsOf, lacking } = deps;
  const { ensureNotAsking, ensureUnasked } = deps.oneRequest;

  /** Returns the call of a request whose offers end `window` seconds from now. */
  async function termsOf(request: CloseRequest): Promise<{ data: Hex; token: Address }> {
    const { account, option, isBuyer, limit, window } = request;
    const { revealWindow } = await readFactory();
    await ensureUnasked(account, option, revealWindow);
    const { packed, ...terms } = await readOptionTerms(client, option);
    if (request.contracts !== undefined && terms.contracts !== request.contracts)
      throw new QuotationError('otherSize');
    const asked = { ...terms, requester: account, isBuyer, offerEnd: unixSeconds(now() + window) };
    const publicKey = signer.offerPublicKey(account);
    const plain = requestCall(asked, limit, publicKey);
    if (packed === undefined || packed === '0x') return { data: plain, token: terms.collateral };
    // It isn't known which of the two forms the contract expects for a physical option.
    const isPlain = await ensureWorks(account, plain).then(
      () => true,
      () => false,
    );
    const data = isPlain
      ? plain
      : requestCall({ ...asked, extraOptionData: packed }, limit, publicKey);
    return { data, token: terms.collateral };
  }

  return {
    /**
     * Resolves if makers can be asked to close a position. Rejects with the contract's reason, or
     * `otherFactory`. Without the allowance for a buyer's limit, the call itself can't be tried
     * yet.
     */
    async tryClose(request: CloseRequest): Promise<void> {
      ensureNotAsking(request.account, request.option.toLowerCase());
      const { data, token } = await termsOf(request);
      if (request.isBuyer && (await fundsOf(request.account, token)).allowed < request.limit)
        return;
      await ensureWorks(request.account, data);
    },

    optionOf: ({ option }: CloseRequest): string => option.toLowerCase(),

    /** Returns the missing allowance for a buyer's limit; undefined if no allowance is missing. */
    async allowanceFor(request: CloseRequest) {
      const { account, isBuyer, limit } = request;
      const { token } = await termsOf(request);
      return isBuyer ? lacking(account, token, limit) : undefined;
    },

    /**
     * Returns the data of a request that would succeed now.
     * @throws QuotationError `alreadyAsked`, `askedByOther`, `otherSize`, `otherFactory`
     */
    async callOf(request: CloseRequest): Promise<Hex> {
      const { account, option } = request;
      const { data } = await termsOf(request);
      await ensureWorks(account, data).catch(async (error) => {
        // Another device may have asked first. The factory then refuses without a reason.
        await ensureUnasked(account, option, (await readFactory()).revealWindow);
        throw error;
      });
      return data;
    },
  };
}
