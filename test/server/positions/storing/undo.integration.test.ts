import { expect, it, onTestFinished } from 'vitest';
import { migrate } from '../../../../server/database/migrate.ts';
import { openDatabase } from '../../../../server/database/open.ts';
import { INDEXER_MIGRATIONS } from '../../../../server/positions/storing/migrations.ts';
import { positionRowOf } from '../../../../server/positions/storing/position-row.ts';
import type { IndexerTables } from '../../../../server/positions/storing/tables.ts';
import { restoreRows } from '../../../../server/positions/storing/undo.ts';
import { createWriters } from '../../../../server/positions/storing/writers.ts';
import { contracts, price8, tokenAmount, unixSeconds } from '../../../../shared/units.ts';
import { temporaryDirectory } from '../../orders/harness.ts';

const address = (digit: string) => `0x${digit.repeat(40)}` as const;
const HASH = `0x${'ab'.repeat(32)}` as const;
const at = { block: 7, timestamp: unixSeconds(1_800_000_000), txHash: HASH };

const OPEN = positionRowOf(
  {
    ...{ address: address('1'), status: 'open', source: 'book', createdBy: address('5') },
    ...{ buyer: address('2'), seller: address('3'), referrer: address('0') },
    entry: { ...at, logIndex: 1 },
    ...{ entryPremium: tokenAmount(5n), entryFeePaid: tokenAmount(1n) },
    ...{ referralFeePaid: tokenAmount(0n), collateralToken: address('6') },
    ...{ priceFeed: address('7'), strikes: [price8(9n)], expiry: unixSeconds(1_900_000_000) },
    ...{ numContracts: contracts(1n), collateralAmount: tokenAmount(9n), optionType: 0n },
    ...{ implementation: undefined, parent: undefined, quotationId: undefined },
    ...{ close: undefined, settlement: undefined, explicitClose: undefined },
  },
  '',
);
const CLOSED = { ...OPEN, status: 'closed', close_block: 9, closed_by: address('2') } as const;

async function index() {
  const directory = temporaryDirectory();
  const database = openDatabase<IndexerTables>({
    ...{ engine: 'sqlite', file: `${directory.path}/index.db` },
  });
  onTestFinished(async () => {
    await database.close();
    directory.remove();
  });
  await migrate(database, 'indexer', INDEXER_MIGRATIONS);
  return { db: database.db, writers: createWriters(database.engine) };
}

it('restores a row from an undo image that lacks a nullable column of a later version', async () => {
  const { db, writers } = await index();
  const { close_returned: _later, ...older } = OPEN;
  const image = {
    ...{ block: 9, key: `position ${OPEN.address}` },
    before: JSON.stringify(older),
  };
  await writers.positions(db, [CLOSED]);
  await writers.undo(db, [image]);
  await db.transaction().execute((transaction) => restoreRows(transaction, writers, 8));
  expect(await db.selectFrom('indexer_positions').selectAll().execute()).toEqual([OPEN]);
});

it('rejects an undo image that lacks a column that must have a value', async () => {
  const { db, writers } = await index();
  const { strikes: _lost, ...damaged } = OPEN;
  const key = `position ${OPEN.address}`;
  await writers.undo(db, [{ block: 9, key, before: JSON.stringify(damaged) }]);
  const restoring = db.transaction().execute((transaction) => restoreRows(transaction, writers, 8));
  await expect(restoring).rejects.toThrow(key);
});

it('updates a position’s status, implementation, premium, quotation, settlement and close while the holders stay the same', async () => {
  const { db, writers } = await index();
  await writers.positions(db, [OPEN]);
  const after = {
    ...CLOSED,
    ...{ implementation: address('9'), entry_premium: '6', quotation_id: '4' },
    ...{ settlement_price: '8', payout_buyer: '1', payout_seller: '2', close_returned: '3' },
  };
  await writers.progress(db, [after]);
  expect(await db.selectFrom('indexer_positions').selectAll().execute()).toEqual([after]);
});
