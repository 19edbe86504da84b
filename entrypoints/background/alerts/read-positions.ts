import type { PositionRow } from '../../../shared/positions/position-view.ts';
import type { PositionParts } from '../positions/index.ts';

/** Number of options to verify with one call. */
const AT_ONCE = 100;

type Rows = readonly PositionRow[];
type Source = Pick<PositionParts['positions'], 'list' | 'verify'>;

export function createPositionReader(positions: Source) {
  return async (accounts: readonly string[]): Promise<ReadonlyMap<string, Rows>> => {
    const found = new Map<string, Rows>();
    for (const account of accounts) {
      const rows = await read(positions, account).catch(() => undefined);
      if (rows !== undefined) found.set(account.toLowerCase(), rows);
    }
    return found;
  };
}

/**
 * Reads an account's rows. Also verifies the rows that the list leaves unchecked: for long lists,
 * it verifies only a part.
 */
async function read(positions: Source, account: string): Promise<Rows> {
  const { rows } = await positions.list(account);
  const unchecked = rows.filter(({ isChecking }) => isChecking === true);
  const byKey = new Map<string, PositionRow>();
  for (let from = 0; from < unchecked.length; from += AT_ONCE) {
    const options = unchecked.slice(from, from + AT_ONCE).map(({ address }) => address);
    for (const row of await positions.verify(options, account)) byKey.set(row.key, row);
  }
  return rows.map((row) => byKey.get(row.key) ?? row);
}
