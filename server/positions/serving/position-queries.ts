import { type Kysely, type SqlBool, sql } from 'kysely';
import type { PositionRecord } from '../../../shared/positions/record.ts';
import type { Side } from '../../../shared/positions/value.ts';
import { countRows } from '../../database/count-rows.ts';
import { positionOf } from '../storing/position-row.ts';
import type { StoredPosition } from '../storing/row-schemas.ts';
import type { IndexerTables } from '../storing/tables.ts';
import { type ReportUnreadable, readableRows } from '../storing/unreadable.ts';
import { IndexerApiError } from './errors.ts';
import { createTotals } from './kept.ts';
import type { SlicedList } from './slices.ts';

export type Source = 'book' | 'factory' | 'any';

export interface HeldPosition {
  readonly position: PositionRecord;
  readonly side: Side;
}

/** Selects an account's positions. */
export interface Holding {
  readonly account: string;
  readonly isOpen: boolean;
  readonly source: Source;
}

const SIDES = ['buyer', 'seller'] as const;

/**
 * The conditions of partial indexes are literal SQL, because a query planner can't match a
 * condition that has a parameter.
 */
const OPEN = sql<SqlBool>`status = 'open'`;
const ENDED = sql<SqlBool>`status in ('settled', 'closed')`;
const HAS_REFERRER = sql<SqlBool>`referrer <> '0x0000000000000000000000000000000000000000'`;

/** Reads positions for the API, in slices. */
export function createPositionQueries(db: Kysely<IndexerTables>, report: ReportUnreadable) {
  const totals = createTotals();
  const reportRow = ({ address }: { readonly address: string }) =>
    report('indexer_positions', address);
  const readable = (rows: readonly StoredPosition[]) => readableRows(rows, positionOf, reportRow);

  /** Returns one side's rows from one source. Four such queries give an account's positions. */
  function heldRows({ account, isOpen }: Holding, side: Side, source: 'book' | 'factory') {
    return db
      .selectFrom('indexer_positions')
      .where(side, '=', account)
      .where('source', '=', source)
      .where(isOpen ? OPEN : ENDED);
  }

  function partsOf(holding: Holding) {
    const sources = holding.source === 'any' ? (['book', 'factory'] as const) : [holding.source];
    return SIDES.flatMap((side) => sources.map((source) => ({ side, source })));
  }

  /** Returns the keys of an account's rows, newest first, from the indexes alone. */
  function heldKeys(holding: Holding, place: HeldPlace | undefined) {
    const [first, ...others] = partsOf(holding).map(({ side, source }) => {
      const keys = heldRows(holding, side, source).select([
        'address',
        'entry_block',
        'entry_log',
        sql.lit<Side>(side).as('side'),
      ]);
      if (place === undefined) return keys;
      // If an account is on both sides of an option, the buyer's row comes before the seller's row.
      const isLeft = place.side === 'buyer' && side === 'seller';
      return keys.where(
        sql<SqlBool>`(entry_block, entry_log, address) ${sql.raw(isLeft ? '<=' : '<')} ${place.key}`,
      );
    });
    if (first === undefined) throw new Error('an account has two sides');
    return others
      .reduce((all, part) => all.unionAll(part), first)
      .orderBy('entry_block', 'desc')
      .orderBy('entry_log', 'desc')
      .orderBy('address', 'desc')
      .orderBy('side');
  }

  /** Returns a list of positions in the order of their entries. */
  function listOf(
    name: string,
    order: 'asc' | 'desc',
    rows: () => ReturnType<typeof db.selectFrom<'indexer_positions'>>,
  ): SlicedList<PositionRecord> {
    return {
      async read(limit, { after, offset }) {
        let query = rows()
          .selectAll()
          .orderBy('entry_block', order)
          .orderBy('entry_log', order)
          .orderBy('address', order)
          .limit(limit)
          .offset(offset);
        if (after !== undefined)
          query = query.where(
            sql<SqlBool>`(entry_block, entry_log, address) ${sql.raw(order === 'asc' ? '>' : '<')} ${placeOf(after).key}`,
          );
        const found = await query.execute();
        return { items: readable(found), next: nextOf(found, limit, 'buyer') };
      },
      total: () => totals(name, () => countRows(rows())),
    };
  }

  return {
    /** Lists an account's positions, newest first. Both sides of an option are two rows. */
    held: (holding: Holding): SlicedList<HeldPosition> => ({
      async read(limit, { after, offset }) {
        const place = after === undefined ? undefined : placeOf(after);
        const rows = await db
          .selectFrom(heldKeys(holding, place).limit(limit).offset(offset).as('held'))
          .innerJoin('indexer_positions as position', 'position.address', 'held.address')
          .selectAll('position')
          .select('held.side')
          .orderBy('held.entry_block', 'desc')
          .orderBy('held.entry_log', 'desc')
          .orderBy('held.address', 'desc')
          .orderBy('held.side')
          .execute();
        const items = readableRows(
          rows,
          (row) => {
            const position = positionOf(row);
            return position && { position, side: row.side };
          },
          reportRow,
        );
        return { items, next: nextOf(rows, limit, rows.at(-1)?.side) };
      },
      total: () =>
        totals(`held ${Object.values(holding).join(' ')}`, async () => {
          let sum = 0;
          for (const { side, source } of partsOf(holding))
            sum += await countRows(heldRows(holding, side, source));
          return sum;
        }),
    }),

    open: listOf('open', 'desc', () => db.selectFrom('indexer_positions').where(OPEN)),

    /** Lists all positions of one source, oldest first. */
    from: (source: 'book' | 'factory') =>
      listOf(source, 'asc', () =>
        db
          .selectFrom('indexer_positions')
          .where('source', '=', source)
          .where('status', '<>', 'pending_init'),
      ),

    /** Lists all positions that name a referrer, oldest first. */
    referred: (referrer: string) =>
      listOf(`referred ${referrer}`, 'asc', () =>
        db.selectFrom('indexer_positions').where('referrer', '=', referrer).where(HAS_REFERRER),
      ),

    async one(address: string): Promise<PositionRecord | undefined> {
      const rows = await db
        .selectFrom('indexer_positions')
        .selectAll()
        .where('address', '=', address)
        .execute();
      return readable(rows)[0];
    },
  };
}

/** A row's place in the order of entries. */
interface HeldPlace {
  readonly key: ReturnType<typeof sql>;
  readonly side: string | undefined;
}

type KeyRow = Pick<StoredPosition, 'address' | 'entry_block' | 'entry_log'>;

/** Returns the key of the last row of a full slice. */
function nextOf(rows: readonly KeyRow[], limit: number, side: Side | undefined) {
  const last = rows.at(-1);
  if (last === undefined || rows.length < limit) return undefined;
  return `${last.entry_block}.${last.entry_log}.${last.address}.${side}`;
}

/** @throws IndexerApiError */
function placeOf(after: string): HeldPlace {
  const [, block, log, address, side] =
    /^(\d{1,15})\.(\d{1,9})\.(0x[0-9a-f]{40})\.(buyer|seller)$/.exec(after) ?? [];
  if (address === undefined)
    throw new IndexerApiError('bad-request', 'after must be the next of another page');
  return { key: sql`(${Number(block)}, ${Number(log)}, ${address})`, side };
}
