import { allowanceKey } from '../../../shared/messages/allowances.ts';
import type { AllowanceRecord, FoundAllowance } from './keys.ts';

/**
 * Maximum numbers of allowances kept for each network. Anyone can emit events that name an account,
 * so unknown tokens have separate limits: they can't displace known tokens (`known`), the account's
 * own grants (`own`) or its possible grants (`open`).
 */
const MOST = { known: 1_000, own: 500, open: 2_000, other: 200 } as const;

export type IsKnown = (chainId: number, token: string) => boolean;

export type Tier = keyof typeof MOST;

export function tierOf({ chainId, token, isOwn, tx }: FoundAllowance, isKnown: IsKnown): Tier {
  if (isKnown(chainId, token)) return 'known';
  if (isOwn === true) return 'own';
  return tx === undefined ? 'other' : 'open';
}

/**
 * Returns all allowances without duplicates. Keeps the mark of an account's own grant, and the
 * first transaction of a log whose sender isn't known.
 */
export function merged(
  before: readonly FoundAllowance[],
  found: readonly FoundAllowance[],
): FoundAllowance[] {
  const byKey = new Map<string, FoundAllowance>();
  for (const one of [...before, ...found]) {
    const key = allowanceKey(one);
    byKey.set(key, mergedWith(one, byKey.get(key)));
  }
  return [...byKey.values()];
}

function mergedWith(
  { tx, isOwn, ...one }: FoundAllowance,
  before: FoundAllowance | undefined,
): FoundAllowance {
  if (isOwn === true || before?.isOwn === true) return { ...one, isOwn: true };
  const open = before?.tx ?? tx;
  return open === undefined ? one : { ...one, tx: open };
}

/**
 * Returns the transactions to look up: the first of each contract, then the second of each
 * contract, and so on.
 */
export function openTransactions(found: readonly FoundAllowance[]): string[] {
  const places = found.flatMap(({ token, tx }) => (tx === undefined ? [] : [{ token, tx }]));
  const once = new Map(places.map((place) => [`${place.token} ${place.tx}`, place]));
  return [...new Set(inTurns([...once.values()]).map(({ tx }) => tx))];
}

/** Returns the first item of each contract, then the second item of each contract, and so on. */
function inTurns<Item extends Pick<FoundAllowance, 'token'>>(items: readonly Item[]): Item[] {
  const counts = new Map<string, number>();
  const ranked = items.map((item) => {
    const rank = counts.get(item.token) ?? 0;
    counts.set(item.token, rank + 1);
    return { item, rank };
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ item }) => item);
}

export function isOverLimit(found: readonly FoundAllowance[], isKnown: IsKnown): boolean {
  return withinLimits(found, isKnown).length < found.length;
}

/**
 * Returns the allowances within the limits. Counts the first allowance of each contract, then the
 * second of each contract, and so on; newer blocks come first.
 */
export function withinLimits(found: readonly FoundAllowance[], isKnown: IsKnown): FoundAllowance[] {
  const count = { known: 0, own: 0, open: 0, other: 0 };
  const kept = new Set<FoundAllowance>();
  for (const one of inTurns(found)) {
    const tier = tierOf(one, isKnown);
    count[tier] += 1;
    if (count[tier] <= MOST[tier]) kept.add(one);
  }
  return found.filter((one) => kept.has(one));
}

/** Returns the share of the chain that was read, in percent. */
export function percentOf({ from, to }: AllowanceRecord): number {
  return from === 0 ? 100 : Math.floor((100 * Math.max(0, to - from + 1)) / (to + 1));
}
