import { useState } from 'react';
import { candidate, type Holding, holdingsIn } from '../../../shared/desk/holding.ts';
import { portfolioOf } from '../../../shared/desk/portfolio.ts';
import { timeSteps } from '../../../shared/desk/time-steps.ts';
import type { AccountView } from '../../../shared/messages/snapshot.ts';
import { isByModel } from '../../../shared/positions/headline.ts';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { totalsOf } from '../../../shared/positions/totals.ts';
import { toNumber8, usd8 } from '../../../shared/units.ts';
import { MINUTE_MS, useNow } from '../../hooks/use-now.ts';
import { usePositionsOf } from '../../hooks/use-positions-of.ts';
import { type DeskQuote, fillOfQuote } from './figure-rows.ts';
import type { HeldPosition } from './HeldPositions.tsx';
import { isMoved, type Moves, NO_MOVES, sceneAfter } from './scene.ts';
import type { BookPart } from './WholeBook.tsx';

/** Returns the running positions by asset, and the chart of one asset in the assumed market. */
export function usePortfolio(accounts: readonly AccountView[], tried: readonly DeskQuote[]) {
  const lists = usePositionsOf(
    accounts.map(({ address }) => address),
    'open',
  );
  const [chosen, setChosen] = useState<string>();
  const [moves, setMoves] = useState(NO_MOVES);
  const now = Math.floor(useNow(MINUTE_MS) / 1000);
  const running = accounts.flatMap((account, i) =>
    (lists[i]?.view?.rows ?? []).filter(isRunning).map((row): HeldPosition => ({ account, row })),
  );
  const rows = running.map(({ row }) => row);
  const open = rows.filter(({ state }) => state === 'open');
  const assets = [
    ...new Set([...rows.flatMap(({ asset }) => asset ?? []), ...tried.map(({ row }) => row.asset)]),
  ].sort();
  const asset =
    chosen !== undefined && assets.includes(chosen)
      ? chosen
      : (tried[0]?.row.asset ?? assets.at(0));
  const spot = asset === undefined ? undefined : spotOf(rows, asset, tried);
  return {
    lists,
    isReading: lists.every(({ view, isFailed }) => view === undefined && !isFailed),
    assets,
    asset,
    setChosen,
    /** Figures of each asset in the current market; absent while the asset's price isn't known. */
    book: assets.map((name): BookPart => {
      const price = spotOf(rows, name, []);
      if (price === undefined) return { asset: name };
      const part = { asset: name, spot: price, tried: [], moves: NO_MOVES, now };
      const { figures, holdings } = supposedPicture(open, part);
      return { asset: name, figures, count: holdings.length };
    }),
    figuresOf: ({ asset: name, key }: PositionRow) => {
      const price = name === undefined ? undefined : spotOf(rows, name, []);
      if (name === undefined || price === undefined) return undefined;
      const own = holdingsIn(name, open, price).filter((one) => one.key === key);
      return own.length === 0 ? undefined : portfolioOf(own, price, sceneAfter(NO_MOVES, now));
    },
    held: running.filter(({ row }) => row.asset === asset && !row.isUnproven),
    picture:
      asset === undefined || spot === undefined
        ? undefined
        : supposedPicture(open, { asset, spot, tried, moves, now }),
    moves,
    setMoves,
  };
}

/** Returns the chart and figures of an asset's positions and tried quotes in the assumed market. */
export function supposedPicture(
  open: readonly PositionRow[],
  given: {
    readonly asset: string;
    readonly spot: number;
    readonly tried: readonly DeskQuote[];
    readonly moves: Moves;
    /** Unix seconds. */
    readonly now: number;
  },
) {
  const { asset, spot, tried, moves, now } = given;
  const supposed = tried.flatMap((quote) => {
    const fill = quote.row.asset === asset ? fillOfQuote(quote) : undefined;
    return fill === undefined ? [] : [{ fill, volatility: quote.row.impliedVolatility }];
  });
  const holdings: readonly Holding[] = [
    ...holdingsIn(asset, open, spot),
    ...supposed.map(({ fill, volatility }) => candidate(fill, volatility)),
  ];
  const isHypothetical = supposed.length > 0 || isMoved(moves);
  const scene = sceneAfter(moves, now);
  const movedSpot = spot * (1 + moves.spot / 100);
  const last = Math.max(...holdings.map(({ expiry }) => expiry), now);
  const left = open.filter((row) => row.asset === asset).length + supposed.length - holdings.length;
  return {
    spot,
    fills: supposed.map(({ fill }) => fill),
    holdings,
    isHypothetical,
    scene,
    movedSpot,
    steps: timeSteps(last, now),
    left,
    figures: {
      ...portfolioOf(holdings, movedSpot, scene),
      // Without assumptions, the value equals the value on Home and P&L.
      ...(isHypothetical ? {} : presentSums(open.filter((row) => row.asset === asset))),
    },
  };
}

function isRunning({ state }: PositionRow): boolean {
  return state === 'open' || state === 'awaitingSettlement';
}

/**
 * Returns value and profit in dollars, as on other pages, of the rows that are valued by live
 * quotes.
 */
function presentSums(rows: readonly PositionRow[]): { value?: number; profit?: number } {
  const { valueUsd, profitUsd } = totalsOf(rows.filter(isByModel));
  return {
    ...(valueUsd === undefined ? {} : { value: toNumber8(usd8(valueUsd)) }),
    ...(profitUsd === undefined ? {} : { profit: toNumber8(usd8(profitUsd)) }),
  };
}

/** Returns an asset's price in dollars, from the positions' source or from a tried quote. */
function spotOf(
  rows: readonly PositionRow[],
  asset: string,
  tried: readonly DeskQuote[],
): number | undefined {
  const known = rows.find((row) => row.asset === asset && row.spot !== undefined)?.spot?.price;
  if (known !== undefined) return toNumber8(known);
  return tried.find(({ row }) => row.asset === asset)?.spot.price;
}
