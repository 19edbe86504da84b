import { allowanceKey } from '../../../shared/messages/allowances.ts';
import type { AllowanceRecord, FoundAllowance } from '../state/allowance-schemas.ts';

/**
 * Allowances kept for each network. Anybody can emit an event that names an account, so unknown
 * tokens have limits of their own: they never take the place of known ones, nor of what the account
 * itself granted.
 */
const MOST = { known: 1_000, own: 500, other: 200 } as const;

/** Tells tokens that Condor knows from others, by their lower-case address. */
export type IsKnown = (chainId: number, token: string) => boolean;

export type Tier = keyof typeof MOST;

export function tierOf({ chainId, token, isOwn }: FoundAllowance, isKnown: IsKnown): Tier {
  if (isKnown(chainId, token)) return 'known';
  return isOwn === true ? 'own' : 'other';
}

/** Returns all of them, each once; what the account itself granted stays marked. */
export function merged(
  before: readonly FoundAllowance[],
  found: readonly FoundAllowance[],
): FoundAllowance[] {
  const byKey = new Map<string, FoundAllowance>();
  for (const one of [...before, ...found]) {
    const key = allowanceKey(one);
    byKey.set(key, byKey.get(key)?.isOwn === true ? { ...one, isOwn: true } : one);
  }
  return [...byKey.values()];
}

/** Returns true when a limit is exceeded. */
export function isOverLimit(found: readonly FoundAllowance[], isKnown: IsKnown): boolean {
  return withinLimits(found, isKnown).length < found.length;
}

/** Returns those within the limits. The newest blocks are read first, so the first ones stay. */
export function withinLimits(found: readonly FoundAllowance[], isKnown: IsKnown): FoundAllowance[] {
  const count = { known: 0, own: 0, other: 0 };
  return found.filter((one) => {
    const tier = tierOf(one, isKnown);
    count[tier] += 1;
    return count[tier] <= MOST[tier];
  });
}

/** Returns the share of the chain that was read, in percent. */
export function percentOf({ from, to }: AllowanceRecord): number {
  return from === 0 ? 100 : Math.floor((100 * Math.max(0, to - from + 1)) / (to + 1));
}
