import type { Address } from 'viem';
import { DELEGATOR } from '../../../shared/chain/delegation.ts';
import type { AccountView } from '../../../shared/messages/snapshot.ts';
import type { SmartAccountView } from '../../../shared/messages/wallet-answers.ts';
import { readAccountCode } from '../chain/account-code.ts';
import { parseQuantity } from '../chain/quantities.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { CodeChanges } from '../sending/code-changes.ts';
import type { Handlers } from './serve.ts';

type Topics = Extract<keyof Handlers, `smartAccounts.${string}`>;

/** Shows, sets and removes the code of the wallet's accounts on Base. */
export function smartAccountHandlers(deps: {
  wallets: { accounts: () => readonly AccountView[] };
  codeChanges: CodeChanges;
  /** Base's node. */
  client: Rpc;
}): Pick<Handlers, Topics> {
  const { client, codeChanges } = deps;
  return {
    'smartAccounts.list': () =>
      Promise.all(
        deps.wallets
          .accounts()
          .filter(({ kind }) => kind !== 'watch')
          .map(({ address, name }) => viewOf(client, address, name)),
      ),
    'smartAccounts.set': async ({ account }) => ({
      hash: await codeChanges.set(account as Address),
    }),
    'smartAccounts.remove': async ({ account, payer }) => ({
      hash: await codeChanges.remove({ account: account as Address, payer: payer as Address }),
    }),
  };
}

async function viewOf(client: Rpc, address: string, name: string): Promise<SmartAccountView> {
  const [code, balance] = await Promise.all([
    readAccountCode(client, address).catch(() => undefined),
    client
      .request('eth_getBalance', [address, 'latest'])
      .then(parseQuantity)
      .catch(() => undefined),
  ]);
  const delegate = code?.kind === 'foreign' ? code.delegate : undefined;
  return {
    address,
    name,
    code: code?.kind ?? 'unread',
    ...(code?.kind === 'delegator' ? { delegate: DELEGATOR } : {}),
    ...(delegate === undefined ? {} : { delegate }),
    ...(balance === undefined ? {} : { wei: balance.toString() }),
  };
}
