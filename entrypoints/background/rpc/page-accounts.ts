/**
 * Returns accounts in lower case for pages, many of which compare them with an address recovered
 * from a signature.
 */
export function pageAccounts(accounts: readonly string[]): string[] {
  return accounts.map((account) => account.toLowerCase());
}
