import { BOOKS } from './deployments.ts';

/** Whether an address (any letter case) is one of the order books that Condor knows. */
export function isPinnedBook(address: string): boolean {
  return BOOKS.some((book) => book.address.toLowerCase() === address.toLowerCase());
}
