/**
 * Accounts as pages hear of them. Many compare text with what they recovered from a signature, and
 * the wallets that they were written for answer in lower case.
 */
export function pageAccounts(accounts: readonly string[]): string[] {
  return accounts.map((account) => account.toLowerCase());
}
