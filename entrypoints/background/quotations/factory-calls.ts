import type { Address, Hex } from 'viem';
import { CHAIN_ID, FACTORY_R12 } from '../../../shared/chain/deployments.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { Settled } from '../chain/settlements.ts';
import { approveCall, type OwnTransactions } from '../sending/own-transactions.ts';
import { QuotationError } from './factory.ts';
import { readFunds } from './factory-funds.ts';
import type { createRequestReader } from './read-requests.ts';

export type FactoryCalls = ReturnType<typeof createFactoryCalls>;

/** Calls of the factory, each simulated before it is asked for, and the allowances that they need. */
export function createFactoryCalls(deps: {
  client: Rpc;
  own: Pick<OwnTransactions, 'call'>;
  settled: (hash: string) => Promise<Settled>;
  readRequests: ReturnType<typeof createRequestReader>;
}) {
  const { client, own } = deps;

  /** Rejects with the contract's reason when the call fails now. */
  const ensureWorks = (account: Address, data: Hex) =>
    client.request('eth_call', [{ from: account, to: FACTORY_R12, data }, 'latest']);

  async function call(account: Address, data: Hex): Promise<Hex> {
    await ensureWorks(account, data);
    return own.call({ chainId: CHAIN_ID, account, to: FACTORY_R12, data });
  }

  const fundsOf = async (account: Address, token: Address) =>
    readFunds(client, account, token, await deps.readRequests(account));

  /**
   * Asks for the allowance that a request and the account's other requests need, if there is less;
   * resolves with true when one was given.
   */
  async function allow(account: Address, token: Address, amount: bigint): Promise<boolean> {
    const { allowed, pledged } = await fundsOf(account, token);
    const needed = pledged + amount;
    if (allowed >= needed) return false;
    const approval = { chainId: CHAIN_ID, account, ...approveCall(token, FACTORY_R12, needed) };
    const { status } = await deps.settled(await own.call(approval));
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

  return { ensureWorks, call, fundsOf, allow, askAfter };
}
