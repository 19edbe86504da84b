import { type TokenAmount, tokenAmount } from '../../../shared/units.ts';
import type { Stored } from '../state/stored.ts';
import type { EnteredCosts as StoredCosts } from '../state/stored-keys.ts';

/** Number of kept costs; the oldest are dropped. */
const MOST = 2_000;

export type EnteredCosts = ReturnType<typeof createEnteredCosts>;

/** Costs of received positions, entered by the user: neither chain nor indexer has them. */
export function createEnteredCosts(deps: { stored: Stored<StoredCosts> }) {
  let kept: StoredCosts = [];

  return {
    async load(): Promise<void> {
      kept = (await deps.stored.read()) ?? [];
    },

    /** Returns the cost in base units of the position's token. `key` identifies the row. */
    of(account: string, key: string): TokenAmount | undefined {
      const found = kept.find((entry) => entry.account === account && entry.key === key);
      return found === undefined ? undefined : tokenAmount(BigInt(found.units));
    },

    /** Stores a cost in base units, or removes it. */
    async set(account: string, key: string, units: string | undefined): Promise<void> {
      const others = kept.filter((entry) => entry.account !== account || entry.key !== key);
      const next = units === undefined ? others : [...others, { account, key, units }].slice(-MOST);
      await deps.stored.write(next);
      kept = next;
    },
  };
}
