import type { PositionRow } from '../positions/position-view.ts';
import { type TokenAmount, tokenAmount, type Usd8, usd8 } from '../units.ts';
import { cashAtEntry, closingFeeOf, feeOf, type ProfitRow } from './profit-rows.ts';

/**
 * - `received`, `given`: the side was transferred
 * - `settled`: paid out at its expiry
 * - `takenOver`: a maker took the side over for its worth
 * - `closed`: ended by an account that held both sides
 */
type TradeKind = 'bought' | 'sold' | 'received' | 'settled' | 'takenOver' | 'closed' | 'given';

/** One event of a position. Amounts are base units of the position's token. */
export interface Trade {
  readonly kind: TradeKind;
  readonly account: string;
  readonly row: PositionRow;
  /** Unix seconds. Missing, like `txHash`, if the wallet hasn't read the transaction's receipt. */
  readonly at?: number;
  readonly txHash?: string;
  /** Premium, payout or price of a takeover; negative when paid, undefined when unknown. */
  readonly cash: TokenAmount | undefined;
  /** Fee included in the cash; undefined for a takeover with an unknown fee. */
  readonly fee: TokenAmount | undefined;
  /** Undefined for a position with an unknown cost or payout, which sums leave out. */
  readonly realised: TokenAmount | undefined;
  /** Undefined without a price. */
  readonly realisedUsd: Usd8 | undefined;
}

/**
 * Returns the positions' events, newest first; events without a time come last. The realised
 * profits have the same sum as the rows of profits that are realised: an opening trade realises the
 * part that it offsets, and the end of a position realises the rest. Leaves out positions that the
 * chain contradicts or doesn't prove.
 */
export function tradesOf(
  accounts: readonly { readonly account: string; readonly rows: readonly PositionRow[] }[],
  profits: readonly ProfitRow[],
): readonly Trade[] {
  const realised = Map.groupBy(
    profits.filter(({ kind }) => kind !== 'open'),
    ({ kind, account, keys }) => `${account} ${keys.at(-1)} ${kind}`,
  );
  return accounts
    .flatMap(({ account, rows }) =>
      rows.filter(isTrusted).flatMap((row) => {
        const of = (kind: ProfitRow['kind']) => realised.get(`${account} ${row.key} ${kind}`) ?? [];
        const opened = { ...openingOf(row), account, row, ...sumsOf(of('offset')) };
        const kind = endKindOf(row);
        if (kind === undefined) return [opened];
        const settled = [...of('settlement'), ...of('closing')];
        const ended = { ...endOf(row), kind, account, row };
        return settled.length === 0
          ? [opened, { ...ended, realised: undefined, realisedUsd: undefined }]
          : [opened, { ...ended, ...sumsOf(settled) }];
      }),
    )
    .sort((a, b) => (b.at ?? 0) - (a.at ?? 0));
}

function isTrusted({ verification, isUnproven }: PositionRow): boolean {
  return verification !== 'disagrees' && !isUnproven;
}

function openingOf(row: PositionRow): Pick<Trade, 'kind' | 'at' | 'txHash' | 'cash' | 'fee'> {
  const amounts = { cash: cashAtEntry(row), fee: feeOf(row) };
  // The first trade of a received side belongs to another account.
  if (row.isReceived) return { kind: 'received', ...amounts };
  return { kind: row.side === 'buyer' ? 'bought' : 'sold', ...momentOf(row.entry), ...amounts };
}

function endKindOf(row: PositionRow): TradeKind | undefined {
  // The new holder is the maker that took the side over.
  if (row.isClosedByOffer === true) return 'takenOver';
  if (row.givenTo !== undefined) return 'given';
  return row.state === 'settled' || row.state === 'closed' ? row.state : undefined;
}

function endOf(row: PositionRow): Pick<Trade, 'at' | 'txHash' | 'cash' | 'fee'> {
  const { end, worth, givenTo, isClosedByOffer } = row;
  const isKnown = (givenTo === undefined || isClosedByOffer === true) && worth !== undefined;
  return {
    ...(end === undefined ? {} : momentOf(end)),
    cash: isKnown ? worth.value : undefined,
    fee: closingFeeOf(row),
  };
}

function momentOf({ at, txHash }: PositionRow['entry']): Pick<Trade, 'at' | 'txHash'> {
  return at === 0 ? { txHash } : { at, txHash };
}

function sumsOf(rows: readonly ProfitRow[]): Pick<Trade, 'realised' | 'realisedUsd'> {
  return {
    realised: tokenAmount(rows.reduce((sum, { profit }) => sum + profit, 0n)),
    realisedUsd: rows.some(({ profitUsd }) => profitUsd === undefined)
      ? undefined
      : usd8(rows.reduce((sum, { profitUsd = usd8(0n) }) => sum + profitUsd, 0n)),
  };
}

/**
 * Returns the fees of trades by token. `isPartial` is true if a trade's fee is unknown and left
 * out.
 */
export function feesOf(trades: readonly Trade[]): readonly {
  readonly token: PositionRow['token'];
  readonly fee: TokenAmount;
  readonly isPartial: boolean;
}[] {
  return [...Map.groupBy(trades, ({ row }) => row.token.address).values()].flatMap((same) => {
    const sum = tokenAmount(same.reduce((total, { fee = tokenAmount(0n) }) => total + fee, 0n));
    const isPartial = same.some(({ fee }) => fee === undefined);
    const token = same[0]?.row.token;
    return token === undefined || (sum === 0n && !isPartial)
      ? []
      : [{ token, fee: sum, isPartial }];
  });
}
