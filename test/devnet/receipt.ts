import { type Hex, type TransactionReceipt, TransactionReceiptNotFoundError } from 'viem';

const INTERVAL_MS = 20;
const LIMIT_MS = 120_000;

/**
 * Waits for the receipt of a sent transaction. viem's own wait asks only once per block. On a busy
 * machine, anvil shows a block before the block's receipts, and without transactions no further
 * block follows.
 */
export async function receiptOf(
  client: { getTransactionReceipt(args: { hash: Hex }): Promise<TransactionReceipt> },
  hash: Hex,
): Promise<TransactionReceipt> {
  const deadline = performance.now() + LIMIT_MS;
  for (;;) {
    try {
      return await client.getTransactionReceipt({ hash });
    } catch (error) {
      const isMissing = error instanceof TransactionReceiptNotFoundError;
      if (!isMissing || performance.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
    }
  }
}
