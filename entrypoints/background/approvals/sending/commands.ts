import { type Address, getAddress } from 'viem';
import { receiversIn } from '../../../../shared/activity/receivers.ts';
import { DELEGATOR } from '../../../../shared/chain/delegation.ts';
import { TOKENS } from '../../../../shared/chain/deployments.ts';
import type { SmartAccountView } from '../../../../shared/messages/wallet-answers.ts';
import { readAccountCode } from '../../chain/account-code.ts';
import type { Chain } from '../../chain/index.ts';
import { mostSendable } from '../../chain/most-sendable.ts';
import { createNames } from '../../chain/names.ts';
import { parseQuantity } from '../../chain/quantities.ts';
import type { Rpc } from '../../chain/rpc.ts';
import type { Commands, Feature } from '../../kernel/feature.ts';
import type { Kernel } from '../../kernel/index.ts';
import type { Access } from '../../vault/access.ts';
import type { VaultParts } from '../../vault/parts.ts';
import { ensureAccount } from '../../vault/selected-account.ts';
import { createCodeChanges, lostForeignCode } from './code-changes.ts';
import { ensureReceiver } from './ensure-receiver.ts';
import type { SendingParts } from './index.ts';
import type { createOwnTransactions } from './own-transactions.ts';
import { createReplacements } from './replacements.ts';

/**
 * Creates the commands for the user's transactions, the activity, names, and the code of accounts.
 */
export function createWalletActions(core: Kernel & VaultParts & Access & Chain & SendingParts) {
  const { activity, client, genesis, rpcOf, transactions, wallets, watch, watchedTokens } = core;
  const { random } = core.platform;
  const codeChanges = createCodeChanges({ client, transactions, random });
  const names = createNames(core);
  const commands: Commands<'activity' | 'names' | 'smartAccounts' | 'transactions'> = {
    ...transactionCommands({
      own: core.own,
      replacements: createReplacements({ activity, transactions, random }),
      rpcOf,
      account: core.selected,
      tokens: () => [...TOKENS, ...watchedTokens.all()],
    }),
    async 'activity.page'({ show, count }) {
      // The page reads the activity again if the refresh changes the activity.
      void genesis.refresh();
      void watch.lookAgain();
      return activity.page(show, count);
    },
    'activity.receivers': async () => [...new Set(receiversIn(activity.all()))],
    'names.addressOf': ({ name }) => names.addressOf(name),
    async 'names.nameOf'({ address }) {
      const name = await names.nameOf(getAddress(address));
      return name === undefined ? null : { name };
    },
    'smartAccounts.list': () =>
      Promise.all(
        wallets
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
  return {
    commands,
    view() {
      const account = core.selected();
      const isLost =
        account !== undefined && lostForeignCode({ activity, clock: core.platform.clock, account });
      return { activity: activity.mark(), ...(isLost ? { lostForeignCode: true } : {}) };
    },
  } satisfies Feature;
}

/** Creates the commands with which the wallet's own pages send and replace transactions. */
export function transactionCommands(deps: {
  own: ReturnType<typeof createOwnTransactions>;
  replacements: ReturnType<typeof createReplacements>;
  rpcOf: (chainId: number) => Rpc;
  account: () => string | undefined;
  /** Contracts that can't be receivers. */
  tokens: () => readonly { readonly address: string; readonly symbol: string }[];
}): Commands<'transactions'> {
  const account = () => ensureAccount(deps.account());
  return {
    'transactions.speedUp': async ({ id }) => ({ hash: await deps.replacements.speedUp(id) }),
    'transactions.cancel': async ({ id }) => ({ hash: await deps.replacements.cancel(id) }),
    async 'transactions.send'({ chainId, to, amount, token }) {
      const from = account();
      // The page makes the same check of the receiver, but the worker doesn't rely on the page.
      const tokens =
        token === undefined ? deps.tokens() : [...deps.tokens(), { address: token, symbol: '' }];
      ensureReceiver({ to, from, tokens });
      const hash = await deps.own.send({
        chainId,
        account: from,
        to: to as Address,
        amount: BigInt(amount),
        token: token as Address | undefined,
      });
      return { hash };
    },
    async 'transactions.most'({ chainId, to }) {
      const rpc = deps.rpcOf(chainId);
      return { amount: (await mostSendable({ rpc, chainId, account: account(), to })).toString() };
    },
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
