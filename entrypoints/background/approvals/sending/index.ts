import type { Chain } from '../../chain/index.ts';
import { nonceInsteadOf } from '../../chain/made-again.ts';
import type { Kernel } from '../../kernel/index.ts';
import { systemWait } from '../../platform/clock.ts';
import type { Signer } from '../../signer/signer.ts';
import type { ApprovalParts } from '../index.ts';
import { createBatching } from './batching.ts';
import { createOwnTransactions } from './own-transactions.ts';
import { pendingTransaction } from './replacements.ts';
import { createSignatures } from './signatures.ts';
import { createTransactions } from './transactions.ts';

export type SendingParts = ReturnType<typeof createSendingParts>;

export function createSendingParts(
  parts: Kernel & Chain & ApprovalParts & { readonly signer: Signer },
) {
  const { activity, networks, platform, settings, signer } = parts;
  const transactions = createTransactions({
    ...parts,
    watchLocks: signer.watchLocks,
    coinOf: networks.coinOf,
    pendingNonce: (id) => pendingTransaction(activity, id)?.nonce,
    nonceInsteadOf: (of) =>
      nonceInsteadOf({
        ...of,
        rpc: parts.rpcOf(of.chainId),
        wait: systemWait,
        transactions: activity.transactions(),
      }),
  });
  return {
    transactions,
    own: createOwnTransactions({ transactions, random: platform.random }),
    signatures: createSignatures({ ...parts, clock: platform.clock }),
    batching: createBatching({
      rpcOf: parts.rpcOf,
      canSign: signer.canSign,
      isOn: () => settings.get().usesSmartAccounts ?? false,
      isOffered: () => settings.get().usesSmartAccounts === undefined,
    }),
  };
}
