import type { Address } from 'viem';
import { mostSendable } from '../chain/most-sendable.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { createOwnTransactions } from '../sending/own-transactions.ts';
import type { createReplacements } from '../sending/replacements.ts';
import { ensureAccount } from './account.ts';
import { ensureReceiver } from './ensure-receiver.ts';
import type { Handlers } from './serve.ts';

type Topics = Extract<keyof Handlers, `transactions.${string}`>;

/** Sends and replaces for the wallet's own pages. */
export function transactionHandlers(deps: {
  own: ReturnType<typeof createOwnTransactions>;
  replacements: ReturnType<typeof createReplacements>;
  rpcOf: (chainId: number) => Rpc;
  account: () => string | undefined;
  /** Contracts that can't receive anything. */
  tokens: () => readonly { readonly address: string; readonly symbol: string }[];
}): Pick<Handlers, Topics> {
  const account = () => ensureAccount(deps.account());
  return {
    'transactions.speedUp': async ({ id }) => ({ hash: await deps.replacements.speedUp(id) }),
    'transactions.cancel': async ({ id }) => ({ hash: await deps.replacements.cancel(id) }),
    async 'transactions.send'({ chainId, to, amount, token }) {
      const from = account();
      // The page checks it too, but the worker doesn't rely on that.
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
