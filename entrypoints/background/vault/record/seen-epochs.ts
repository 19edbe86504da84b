import type { SeenEpoch, VaultPointer } from './keys.ts';

/** Maximum number of entries. Each move to a new account adds an entry. */
export const MAX_SEEN_EPOCHS = 64;

/**
 * Returns the newest epoch of an account that this device has opened, and the passkeys removed from
 * the account. The device keeps these facts after it deletes the vault's text. If it returns to the
 * account or to an older copy, it recognizes the writer and the removed passkeys (vault rules 16
 * and 17).
 */
export function seenOf(
  pointer: VaultPointer | undefined,
  accountId: string,
): SeenEpoch | undefined {
  if (pointer === undefined) return undefined;
  return newestFirst(pointer).find((one) => one.accountId === accountId);
}

/** Returns the newest epochs of other accounts, newest first. */
export function epochsBeside(
  present: Pick<VaultPointer, 'accountId'>,
  before: VaultPointer | undefined,
): { seen?: SeenEpoch[] } {
  const byAccount = new Map<string, SeenEpoch>();
  for (const one of before === undefined ? [] : newestFirst(before)) {
    if (!byAccount.has(one.accountId)) byAccount.set(one.accountId, one);
  }
  byAccount.delete(present.accountId);
  const seen = [...byAccount.values()].slice(0, MAX_SEEN_EPOCHS);
  return seen.length === 0 ? {} : { seen };
}

/** A former vault's text can be older than the newest known revision of its account. */
function newestFirst(pointer: VaultPointer): SeenEpoch[] {
  const { seen = [], formers = [] } = pointer;
  return [pointer, ...seen, ...formers].flatMap(({ accountId, epochMark, removed }) =>
    epochMark === undefined
      ? []
      : [{ accountId, epochMark, ...(removed === undefined ? {} : { removed }) }],
  );
}
