import { type Hex, toHex } from 'viem';
import { expect, it } from 'vitest';
import { readOffers } from '../../../entrypoints/background/market/options/read-offers.ts';
import { positionRow, rowKey } from '../../../entrypoints/background/positions/rows.ts';
import { PROFIT_COLUMNS, profitToCsv, profitToTaxCsv } from '../../../shared/desk/profit-csv.ts';
import { profitRows } from '../../../shared/desk/profit-rows.ts';
import { feesOf, tradesOf } from '../../../shared/desk/trades.ts';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { CSV_COLUMNS, positionsToCsv } from '../../../shared/positions/to-csv.ts';
import { tokenAmount, unixSeconds } from '../../../shared/units.ts';
import { positionsFromLogs } from '../../helpers/positions-from-logs.ts';
import {
  BUYER,
  encodeLog,
  FACTORY,
  filled,
  initialized,
  optionAddress,
  PUT_R12,
  SELLER,
} from '../../shared/positions/event-logs.ts';
import { memoryNotes } from '../helpers/memory-notes.ts';

const NOW = unixSeconds(1_788_500_000);
const OPTION = optionAddress(1);
const MAKER = optionAddress(9);
const [FILL, CLOSING] = ['f1', '5e'].map((byte): Hex => `0x${byte.repeat(32)}`) as [Hex, Hex];
const quotationId = 7n;

/** The logs of a closing: a maker pays 118.75 of 120, and the factory keeps 1.25. */
const RECEIPT = [
  encodeLog(FACTORY, 'FeePaid', { quotationId, amount: 1_250_000n }),
  encodeLog(FACTORY, 'PremiumPaid', { quotationId, recipient: BUYER, amount: 118_750_000n }),
  encodeLog(FACTORY, 'QuotationSettled', {
    quotationId,
    requester: BUYER,
    winner: MAKER,
    optionAddress: OPTION,
  }),
].map((log, i) => ({
  ...log,
  blockNumber: toHex(10),
  blockHash: `0x${'1'.repeat(64)}`,
  transactionHash: CLOSING,
  transactionIndex: '0x0',
  logIndex: toHex(i),
  removed: false,
}));

function exportedFee(row: PositionRow): string | undefined {
  const words = { state: '', product: '', side: '', acquired: '', verification: '' };
  const table = positionsToCsv([row], {
    headingOf: (column) => column,
    separator: ',',
    decimal: '.',
    textsOf: () => words,
  });
  return table.split('\r\n')[1]?.split(',')[CSV_COLUMNS.indexOf('fee')];
}

/** Returns the row of a side that was closed in the transaction of `RECEIPT`. */
async function closedRow(side: 'buyer' | 'seller', isFeeStored = true) {
  const client = {
    request: async (method: string) =>
      method === 'eth_getLogs'
        ? RECEIPT
        : { number: toHex(10), timestamp: toHex(NOW), hash: `0x${'1'.repeat(64)}` },
  };
  const read = await readOffers(client, [{ id: quotationId, offerEnd: NOW }]);
  const { paid = expect.unreachable() } = read.get(quotationId) ?? {};
  const [position = expect.unreachable()] = positionsFromLogs(
    [initialized(OPTION), filled(OPTION)].map((log, logIndex) => ({ ...log, logIndex })),
    { hash: FILL, block: 1, timestamp: NOW },
  );
  const { closings } = memoryNotes();
  const account = side === 'buyer' ? BUYER : SELLER;
  const key = rowKey(position, side);
  const units = side === 'buyer' ? paid.amount - paid.fee : paid.amount;
  await closings.set(account, key, tokenAmount(units), isFeeStored ? paid.fee : undefined);
  const row = positionRow({
    position: { ...position, implementation: PUT_R12 },
    side,
    now: NOW,
    spotOf: () => undefined,
    market: undefined,
    verification: {
      result: 'verified',
      compared: [],
      disagreements: [],
      money: {},
    } as never,
    backing: undefined,
    isFresh: false,
    hasFailedSettlement: false,
    canSign: true,
    given: { to: MAKER, at: NOW, txHash: CLOSING },
    closedFor: closings.of(account, key),
    closingFee: closings.feeOf(account, key),
    isOwnTrade: true,
  });
  const accounts = [{ account, rows: [row] }];
  const profits = profitRows(accounts);
  return { row, profits, trades: tradesOf(accounts, profits) };
}

it.each([
  // Proceeds: 120 less the fee of 1.25. Cost: the premium of 80.853461.
  ['buyer', 118_750_000n - 80_853_461n, '37.896539'],
  // Proceeds: the premium less its fee of 1.25. Cost: 120 for the closing, including its fee.
  ['seller', 79_603_461n - 120_000_000n, '40.396539'],
] as const)(
  'subtracts the fees of both trades from the profit of a %s who closed the position',
  async (side, profit, taxed) => {
    const { row, profits, trades } = await closedRow(side);
    expect(row).toMatchObject({ isClosedByOffer: true, closingFee: tokenAmount(1250000n) });
    expect(trades.map(({ kind, fee }) => [kind, fee])).toContainEqual(['takenOver', 1_250_000n]);
    expect(feesOf(trades)).toMatchObject([{ fee: 2_500_000n, isPartial: false }]);
    expect(profits).toMatchObject([{ kind: 'closing', profit, fee: 2_500_000n }]);
    const [, line = ''] = profitToCsv(profits).split('\r\n');
    expect(line.split(',')[PROFIT_COLUMNS.indexOf('fee')]).toBe('2.5');
    expect(exportedFee(row)).toBe('2.5');
    expect(profitToTaxCsv(profits).split('\r\n')[1]?.split(',')).toContain(taxed);
  },
);

it('leaves the fee of a closing trade unknown when an earlier version stored the trade without its fee', async () => {
  const { row, profits, trades } = await closedRow('buyer', false);
  expect(row).not.toHaveProperty('closingFee');
  expect(trades.find(({ kind }) => kind === 'takenOver')?.fee).toBeUndefined();
  expect(feesOf(trades)).toMatchObject([{ fee: tokenAmount(1_250_000n), isPartial: true }]);
  expect(profits[0]?.fee).toBeUndefined();
  expect(exportedFee(row)).toBe('');
  const [, line = ''] = profitToCsv(profits).split('\r\n');
  expect(line.split(',')[PROFIT_COLUMNS.indexOf('fee')]).toBe('');
});
