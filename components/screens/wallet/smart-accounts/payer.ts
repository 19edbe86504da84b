import { isSameAddress } from '../../../../shared/is-same-address.ts';
import type { SmartAccountView } from '../../../../shared/messages/wallet-answers.ts';

/** Wei that are enough for a change of code on Base, even at many times the usual price. */
const ENOUGH = 20_000_000_000_000n;

/**
 * Returns the accounts that can pay for a change of an account's code, the account itself first.
 * Leaves out other accounts with foreign code, because a payer calls itself, and the code could
 * take the payer's coins.
 */
export function payersFor(
  account: string,
  accounts: readonly SmartAccountView[],
): readonly SmartAccountView[] {
  const own = accounts.filter(({ address }) => isSameAddress(address, account));
  const others = accounts
    .filter(({ address, code }) => !isSameAddress(address, account) && code !== 'foreign')
    .toSorted((a, b) => (coinsOf(b) > coinsOf(a) ? 1 : -1));
  return [...own, ...others].filter((one) => coinsOf(one) > 0n);
}

/**
 * Returns the suggested payer: the account itself, or the richest other account if the account has
 * too little.
 */
export function suggestedPayer(
  account: string,
  payers: readonly SmartAccountView[],
): SmartAccountView | undefined {
  const [first] = payers;
  if (first === undefined) return undefined;
  const isOwnEnough = isSameAddress(first.address, account) && coinsOf(first) >= ENOUGH;
  return isOwnEnough
    ? first
    : (payers.find(({ address }) => !isSameAddress(address, account)) ?? first);
}

function coinsOf({ wei = '0' }: SmartAccountView): bigint {
  return BigInt(wei);
}
