/**
 * Returns accounts in lower case. Many pages compare them with a lower-case address recovered from
 * a signature.
 */
export function pageAccounts(accounts: readonly string[]): string[] {
  return accounts.map((account) => account.toLowerCase());
}
