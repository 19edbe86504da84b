import type { SelectQueryBuilder } from 'kysely';

/** Returns the number of rows that a query without columns selects. */
export async function countRows<Tables, Names extends keyof Tables>(
  query: SelectQueryBuilder<Tables, Names, object>,
): Promise<number> {
  const counting = query.select(({ fn }) => fn.countAll().as('count'));
  const [row] = await counting.$castTo<{ readonly count: number }>().execute();
  return Number(row?.count);
}
