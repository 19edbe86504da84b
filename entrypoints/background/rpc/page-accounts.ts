/**
 * Returns accounts in lower case, as pages get them: many compare text with an address recovered
 * from a signature.
 */
export function pageAccounts(accounts: readonly string[]): string[] {
  return accounts.map((account) => account.toLowerCase());
}
