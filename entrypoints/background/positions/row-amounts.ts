import { type TokenAmount, tokenAmount } from '../../../shared/units.ts';
import type { Stored } from '../state/stored.ts';
import type { RowAmounts as StoredAmounts } from '../state/stored-keys.ts';

/** Number of kept amounts; the oldest are dropped. */
const MOST = 2_000;

export type RowAmounts = ReturnType<typeof createRowAmounts>;

/**
 * An amount for each side of an option that an account has or had: the cost that the user entered for
 * a received one, or what it was sold or bought back for.
 */
export function createRowAmounts(deps: { stored: Stored<StoredAmounts> }) {
  let kept: StoredAmounts = [];

  return {
    async load(): Promise<void> {
      kept = (await deps.stored.read()) ?? [];
    },

    /** Returns the amount in base units of the position's token. `key` identifies the row. */
    of(account: string, key: string): TokenAmount | undefined {
      const found = kept.find((entry) => entry.account === account && entry.key === key);
      return found === undefined ? undefined : tokenAmount(BigInt(found.units));
    },

    /** Stores an amount in base units, or removes it. */
    async set(account: string, key: string, units: string | undefined): Promise<void> {
      const others = kept.filter((entry) => entry.account !== account || entry.key !== key);
      const next = units === undefined ? others : [...others, { account, key, units }].slice(-MOST);
      await deps.stored.write(next);
      kept = next;
    },
  };
}
