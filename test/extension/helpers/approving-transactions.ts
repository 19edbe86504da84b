import { type Address, type HDAccount, type Hex, keccak256 } from 'viem';
import type { Transactions } from '../../../entrypoints/background/approvals/sending/transactions.ts';
import { signTransaction } from '../../../entrypoints/background/signer/sign.ts';
import { understandTransaction } from '../../../shared/approvals/understand.ts';
import type { Understanding } from '../../../shared/approvals/understanding.ts';
import type { Devnet } from '../../devnet/devnet.ts';
import { receiptOf } from '../../devnet/receipt.ts';

/**
 * Replaces the approval queue and the broadcast: approves every request, signs it with the wallet's
 * code, and mines it. Records the requests with the wallet's explanations.
 */
export function approvingTransactions(
  devnet: Devnet,
  account: HDAccount,
): Transactions & { readonly asked: Understanding[] } {
  const key = account.getHdKey().privateKey;
  if (key == null) throw new Error('The account has no key.');
  const asked: Understanding[] = [];
  return {
    asked,
    async ask({ account: from, transaction }) {
      if (from !== account.address) throw new Error('Another account was to sign.');
      asked.push(understandTransaction(transaction));
      const { client } = devnet;
      const call = {
        account: from,
        to: transaction.to as Address,
        data: transaction.data as Hex,
        value: BigInt(transaction.value),
      };
      const [nonce, fees] = await Promise.all([
        client.getTransactionCount({ address: from }),
        client.estimateFeesPerGas(),
      ]);
      const { to, data, value } = call;
      const raw = signTransaction(key, {
        type: 'eip1559',
        chainId: devnet.chainId,
        nonce,
        // Higher than the gas limit of any fill, so that a failing fill is mined as reverted.
        gas: 3_000_000n,
        to,
        data,
        value,
        ...fees,
      });
      await client.sendRawTransaction({ serializedTransaction: raw });
      const hash = keccak256(raw);
      await receiptOf(client, hash);
      return hash;
    },
  };
}
