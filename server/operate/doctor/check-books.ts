import type { Address } from 'viem';
import { type Finding, findingsOf } from './finding.ts';

const { ok, warning, problem } = findingsOf('order books');

/** Returns whether an address has code; undefined when no node responds. */
export type HasCode = (address: Address) => Promise<boolean | undefined>;

/** Checks that each additional order book is a contract on the nodes' chain. */
export async function checkBooks(books: readonly Address[], hasCode: HasCode): Promise<Finding[]> {
  const found = await Promise.all(
    books.map(async (book) => ({ book, isContract: await hasCode(book) })),
  );
  return found.map(({ book, isContract }) => {
    if (isContract === undefined)
      return warning(`no node says what is at ${book}`, 'check CHAIN_RPC_URL');
    return isContract
      ? ok(`${book} is a contract`)
      : problem(`${book} has no contract on this chain`, 'check ORDERS_BOOKS');
  });
}
