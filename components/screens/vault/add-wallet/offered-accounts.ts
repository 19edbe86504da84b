import type { AccountUse, OfferedAccount } from '../../../../shared/messages/wallet-answers.ts';

/** Returns true for an account that has sent a transaction or holds anything. */
export function isUsed({ sent, balances }: AccountUse): boolean {
  return sent > 0 || balances.length > 0;
}

/** Returns used accounts first. Within the used and the unused accounts, the given order stays. */
export function usedFirst(
  offered: readonly OfferedAccount[],
  uses: readonly AccountUse[] | undefined,
): OfferedAccount[] {
  const used = usedAddresses(uses);
  return [
    ...offered.filter(({ address }) => used.has(address)),
    ...offered.filter(({ address }) => !used.has(address)),
  ];
}

/**
 * Returns the addresses to suggest: all used accounts, or the first account if none is used. Leaves
 * out accounts that the vault already has.
 */
export function chosenAtFirst(
  offered: readonly OfferedAccount[],
  uses: readonly AccountUse[] | undefined,
): ReadonlySet<string> {
  const used = usedAddresses(uses);
  const free = offered.filter(({ isHeld }) => !isHeld);
  const found = free.filter(({ address }) => used.has(address));
  const isFirstHeld = offered[0]?.isHeld === true;
  const suggested = found.length > 0 || isFirstHeld ? found : free.slice(0, 1);
  return new Set(suggested.map(({ address }) => address));
}

function usedAddresses(uses: readonly AccountUse[] = []): ReadonlySet<string> {
  return new Set(uses.filter(isUsed).map(({ address }) => address));
}
