import type { Address, Hex } from 'viem';
import { CHAIN_ID, FACTORY_R12 } from '../../../shared/chain/deployments.ts';
import { approveCall, type OwnTransactions } from '../approvals/sending/own-transactions.ts';
import type { Rpc } from '../chain/rpc.ts';
import { readFunds } from './factory-funds.ts';
import type { createRequestReader } from './read-requests.ts';

export type FactoryCalls = ReturnType<typeof createFactoryCalls>;

/**
 * Creates calls of the factory and the allowances for these calls. A call is simulated before the
 * user is asked.
 */
export function createFactoryCalls(deps: {
  client: Rpc;
  own: Pick<OwnTransactions, 'call'>;
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

  /** Returns the allowance that is missing for this request and the account's other requests. */
  async function lacking(account: Address, token: Address, amount: bigint) {
    const { allowed, pledged } = await fundsOf(account, token);
    const needed = pledged + amount;
    return allowed >= needed ? undefined : approveCall(token, FACTORY_R12, needed);
  }

  return { ensureWorks, call, fundsOf, lacking };
}
