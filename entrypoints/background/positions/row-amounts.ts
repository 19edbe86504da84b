import type { TokenAmount } from '../../../shared/units.ts';
import { createKeptValue } from '../kernel/kept-value.ts';
import type { Stored } from '../kernel/stored.ts';
import type { RowAmounts as StoredAmounts } from './keys.ts';

/** Maximum number of kept amounts. The oldest are dropped. */
const MOST = 2_000;

export type RowAmounts = ReturnType<typeof createRowAmounts>;

/**
 * Keeps an amount for each side of an option that an account has or had: the entered cost of a
 * received side, or the amount for which a side was sold or bought back.
 */
export function createRowAmounts(deps: { stored: Stored<StoredAmounts> }) {
  const kept = createKeptValue<StoredAmounts>(deps.stored, []);

  const find = (account: string, key: string) =>
    kept.get().find((entry) => entry.account === account && entry.key === key);

  return {
    load: kept.load,

    /** Returns the amount in base units of the position's token. `key` identifies the row. */
    of(account: string, key: string): TokenAmount | undefined {
      return find(account, key)?.units;
    },

    /** Returns the fee that is part of the amount; undefined when it wasn't stored. */
    feeOf(account: string, key: string): TokenAmount | undefined {
      return find(account, key)?.fee;
    },

    /** Stores an amount in base units, or removes it if undefined. */
    async set(
      account: string,
      key: string,
      units: TokenAmount | undefined,
      fee?: TokenAmount,
    ): Promise<void> {
      const others = kept.get().filter((entry) => entry.account !== account || entry.key !== key);
      const added =
        units === undefined ? [] : [{ account, key, units, ...(fee === undefined ? {} : { fee }) }];
      await kept.set([...others, ...added].slice(-MOST));
    },
  };
}
