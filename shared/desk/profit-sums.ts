import { csvTime } from '../csv.ts';
import { type TokenAmount, tokenAmount, type Usd8, usd8 } from '../units.ts';
import type { ProfitRow } from './profit-rows.ts';

/** Sums of rows: dollars of the rows with a price, and tokens by their address. */
interface ProfitSum {
  readonly realisedUsd: Usd8;
  readonly unrealisedUsd: Usd8;
  readonly tokens: readonly {
    readonly token: ProfitRow['token'];
    readonly realised: TokenAmount;
    readonly unrealised: TokenAmount;
  }[];
  /**
   * False if realised rows exist but no such row has a value in dollars. `realisedUsd` is then
   * meaningless.
   */
  readonly isRealisedKnown: boolean;
  readonly isUnrealisedKnown: boolean;
  /** Number of rows without a value in dollars, which the sums in dollars leave out. */
  readonly unknownUsd: number;
}

export function sumProfit(rows: readonly ProfitRow[]): ProfitSum {
  const total = (some: readonly ProfitRow[], amountOf: (row: ProfitRow) => bigint) =>
    some.reduce((sum, row) => sum + amountOf(row), 0n);
  const usd = ({ profitUsd = usd8(0n) }: ProfitRow) => profitUsd;
  const isOpen = ({ kind }: ProfitRow) => kind === 'open';
  const parts = (some: readonly ProfitRow[]) =>
    [some.filter((row) => !isOpen(row)), some.filter(isOpen)] as const;
  const [realised, open] = parts(rows);
  return {
    realisedUsd: usd8(total(realised, usd)),
    unrealisedUsd: usd8(total(open, usd)),
    isRealisedKnown: isKnown(realised),
    isUnrealisedKnown: isKnown(open),
    tokens: [...Map.groupBy(rows, ({ token }) => token.address).values()].flatMap((same) => {
      const [first] = same;
      const [ended, running] = parts(same);
      return first === undefined
        ? []
        : [
            {
              token: first.token,
              realised: tokenAmount(total(ended, ({ profit }) => profit)),
              unrealised: tokenAmount(total(running, ({ profit }) => profit)),
            },
          ];
    }),
    unknownUsd: rows.filter(({ profitUsd }) => profitUsd === undefined).length,
  };
}

function isKnown(rows: readonly ProfitRow[]): boolean {
  return rows.length === 0 || rows.some(({ profitUsd }) => profitUsd !== undefined);
}

type ProfitGroup = 'day' | 'asset' | 'structure' | 'account';

/**
 * Adds up rows by the UTC day of their realisation (`2026-11-26`), by asset, product or account.
 * The name is empty for open rows by day and for an unknown asset or product, and `NO_DAY` for
 * ended rows without a time.
 */
export function sumProfitBy(
  group: ProfitGroup,
  rows: readonly ProfitRow[],
): readonly (ProfitSum & { readonly name: string })[] {
  return [...Map.groupBy(rows, (row) => nameIn(group, row))]
    .map(([name, same]) => ({ name, ...sumProfit(same) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Name of the group for ended rows without a time. */
export const NO_DAY = '?';

function nameIn(group: ProfitGroup, { kind, at = 0, asset, product, account }: ProfitRow): string {
  if (group === 'account') return account;
  if (group === 'asset') return asset ?? '';
  if (group === 'structure') return product ?? '';
  if (kind === 'open') return '';
  return csvTime(at).slice(0, 10) || NO_DAY;
}
