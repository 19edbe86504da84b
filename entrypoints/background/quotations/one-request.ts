import type { Address, Hex } from 'viem';
import { optionFactoryAbi } from '../../../shared/chain/abi/option-factory.ts';
import { hasAddressForm } from '../../../shared/chain/address-form.ts';
import { FACTORY_R12 } from '../../../shared/chain/deployments.ts';
import { isSameAddress } from '../../../shared/is-same-address.ts';
import { optionOfCall } from '../../../shared/quotations/requested-option.ts';
import { readContract } from '../chain/reads.ts';
import type { Rpc } from '../chain/rpc.ts';
import { isSplitCall } from '../positions/action-calls.ts';
import type { SentCalls } from '../sending/sent-calls.ts';
import { QuotationError } from './factory.ts';
import { type RequestState, readRequest } from './read-requests.ts';

export type OneRequest = ReturnType<typeof createOneRequest>;
type Asking = 'already-asked' | 'split-running';

/**
 * Keeps to one request per option: the factory takes no second one about an existing option, a split
 * would void it, and one of a second page would open a new option twice.
 */
export function createOneRequest(deps: {
  client: Rpc;
  sentCalls: SentCalls;
  accounts: () => readonly { readonly address: string }[];
}) {
  const { client, sentCalls } = deps;
  /** Options that the user is asked about now. */
  const asking = new Map<string, Asking>();
  const isOwn = (account: Address) =>
    deps.accounts().some(({ address }) => isSameAddress(address, account));
  // Own accounts can hold both sides of an existing option; a new one is each account's own.
  const keyOf = (account: Address, option: string) =>
    hasAddressForm(option) ? option : `${account.toLowerCase()} ${option}`;
  const sentAbout = (account: Address, option: string, to: Address) =>
    hasAddressForm(option)
      ? deps.accounts().flatMap(({ address }) => sentCalls(address as Address, to))
      : sentCalls(account, to);

  /** Throws while a request of this device, or of a former worker, or a split is on its way. */
  function ensureNotAsking(account: Address, option: string): void {
    const isSent = sentAbout(account, option, FACTORY_R12).some(
      ({ data }) => optionOfCall(data) === option,
    );
    const running = asking.get(keyOf(account, option)) ?? (isSent ? 'already-asked' : undefined);
    if (running !== undefined)
      throw new QuotationError(running, 'The user is asked about the option, or it is on its way.');
  }

  async function holding<T>(
    account: Address,
    option: string,
    kind: Asking,
    ask: () => Promise<T>,
  ): Promise<T> {
    ensureNotAsking(account, option);
    const key = keyOf(account, option);
    asking.set(key, kind);
    try {
      return await ask();
    } finally {
      asking.delete(key);
    }
  }

  /** Reads the open request about an option. Rejects when no node responds. */
  async function readOpen(option: Address): Promise<RequestState | undefined> {
    const factory = { address: FACTORY_R12, abi: optionFactoryAbi } as const;
    const call = { ...factory, functionName: 'activeRfqForOption', args: [option] } as const;
    const id = await readContract(client, call);
    const open = await readRequest(client, id).catch((error) => {
      // The factory returns zero for none, and can have no request at all.
      if (id === 0n) return undefined;
      throw error;
    });
    // Zero is an id too.
    if (open?.existing === undefined || open.end !== undefined) return undefined;
    return isSameAddress(open.existing, option) ? open : undefined;
  }

  return {
    ensureNotAsking,

    /**
     * Asks makers, unless the same is asked already.
     * @param option its address, or what `requestedOption` returns for a new one
     * @throws QuotationError `already-asked`, `split-running`
     */
    askOnce(account: Address, option: string, ask: () => Promise<Hex>): Promise<Hex> {
      const isSplitSent =
        hasAddressForm(option) &&
        sentAbout(account, option, option).some(({ data }) => isSplitCall(data));
      if (isSplitSent)
        return Promise.reject(new QuotationError('split-running', 'A split is on its way.'));
      return holding(account, option, 'already-asked', ask);
    },

    /**
     * Asks for a split, which would void a request of an own account.
     * @throws QuotationError `already-asked`, `split-running`; rejects when no node responds
     */
    splitOnce(account: Address, option: Address, ask: () => Promise<Hex>): Promise<Hex> {
      return holding(account, option.toLowerCase(), 'split-running', async () => {
        const open = await readOpen(option);
        if (open !== undefined && isOwn(open.requester))
          throw new QuotationError('already-asked', 'A request about the option is open.');
        return ask();
      });
    },

    /**
     * Throws while the factory has an open request about an option: `already-asked` for one of the
     * account, from whichever device, and `asked-by-other` for one of another account.
     * @param revealWindow the factory's, in seconds
     */
    async ensureUnasked(account: Address, option: Address, revealWindow: number): Promise<void> {
      // Without an answer, the simulation decides.
      const open = await readOpen(option).catch(() => undefined);
      if (open === undefined) return;
      const { id, requester, offerEnd } = open;
      if (isSameAddress(requester, account))
        throw new QuotationError('already-asked', 'A request about the option is open.');
      throw new QuotationError('asked-by-other', 'Another account has asked about the option.', {
        details: { id: id.toString(), requester, until: offerEnd + revealWindow },
      });
    },
  };
}
