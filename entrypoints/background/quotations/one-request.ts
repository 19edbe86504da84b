import type { Address, Hex } from 'viem';
import { optionFactoryAbi } from '../../../shared/chain/abi/option-factory.ts';
import { FACTORY_R12 } from '../../../shared/chain/deployments.ts';
import { isSameAddress } from '../../../shared/is-same-address.ts';
import { subjectOfCall } from '../../../shared/quotations/subject.ts';
import { readContract } from '../chain/reads.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { SentCalls } from '../sending/sent-calls.ts';
import { QuotationError } from './factory.ts';
import { readRequest } from './read-requests.ts';

/**
 * Keeps to one request per option: the factory takes no second one about an existing option, and one
 * of a second page would open a new option twice.
 */
export function createOneRequest({ client, sentCalls }: { client: Rpc; sentCalls: SentCalls }) {
  /** Accounts and subjects of requests that the user is asked about. */
  const asking = new Set<string>();
  const keyOf = (account: Address, subject: string) => `${account.toLowerCase()} ${subject}`;

  /** Throws `already-asked` while a request of this device, or of a former worker, is on its way. */
  function ensureNotAsking(account: Address, subject: string): void {
    const isSent = () =>
      sentCalls(account, FACTORY_R12).some(({ data }) => subjectOfCall(data) === subject);
    if (asking.has(keyOf(account, subject)) || isSent())
      throw new QuotationError('already-asked', 'A request about the option is on its way.');
  }

  return {
    ensureNotAsking,

    /** Asks, unless the same is asked already. @throws QuotationError `already-asked` */
    async askOnce(account: Address, subject: string, ask: () => Promise<Hex>): Promise<Hex> {
      ensureNotAsking(account, subject);
      const key = keyOf(account, subject);
      asking.add(key);
      try {
        return await ask();
      } finally {
        asking.delete(key);
      }
    },

    /**
     * Throws while the factory has an open request about an option: `already-asked` for one of the
     * account, from whichever device, and `asked-by-other` for one of the other side's holder.
     */
    async ensureUnasked(account: Address, option: Address): Promise<void> {
      const factory = { address: FACTORY_R12, abi: optionFactoryAbi } as const;
      const call = { ...factory, functionName: 'activeRfqForOption', args: [option] } as const;
      const open = await readContract(client, call)
        .then((id) => readRequest(client, id))
        // Without an answer, the simulation decides.
        .catch(() => undefined);
      // The factory returns zero for none, which is an id too.
      if (open?.existing === undefined || open.end !== undefined) return;
      if (!isSameAddress(open.existing, option)) return;
      throw isSameAddress(open.requester, account)
        ? new QuotationError('already-asked', 'A request about the option is open.')
        : new QuotationError('asked-by-other', 'The other side has asked about the option.');
    },
  };
}
