import { useState } from 'react';
import { i18n } from '#i18n';
import { candidate, type Holding, holdingsIn } from '../../../shared/desk/holding.ts';
import { portfolioOf } from '../../../shared/desk/portfolio.ts';
import type { AccountView } from '../../../shared/messages/snapshot.ts';
import { isByModel } from '../../../shared/positions/headline.ts';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { totalsOf } from '../../../shared/positions/totals.ts';
import { parseNumber8, toNumber8, usd8 } from '../../../shared/units.ts';
import { MINUTE_MS, useNow } from '../../hooks/use-now.ts';
import { usePositionsOf } from '../../hooks/use-positions-of.ts';
import { amountText, contractsWord } from '../../texts/numbers.ts';
import { Button } from '../../ui/Button.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { quoteName } from '../trade/orders/quote-name.ts';
import { Choices } from './Choices.tsx';
import { type DeskQuote, fillOfQuote } from './figure-rows.ts';
import { type HeldPosition, HeldPositions } from './HeldPositions.tsx';
import { PortfolioCurves } from './PortfolioCurves.tsx';
import { PortfolioFigures } from './PortfolioFigures.tsx';
import { ReadingNotes } from './ReadingNotes.tsx';
import { isMoved, NO_MOVES, sceneAfter, timeSteps } from './scene.ts';
import { WhatIf } from './WhatIf.tsx';

/** All running positions of an asset as one picture, and what would become of them. */
export function Portfolio(props: {
  accounts: readonly AccountView[];
  /** A live quote to try. */
  tried: DeskQuote | undefined;
  onRemoveTried: () => void;
  onChain: () => void;
  /** Key of the position whose page was closed. */
  left: string | undefined;
  onManage: (account: string, key: string) => void;
}) {
  const { accounts, tried } = props;
  const lists = usePositionsOf(
    accounts.map(({ address }) => address),
    'open',
  );
  const [chosen, setChosen] = useState<string>();
  const [moves, setMoves] = useState(NO_MOVES);
  const now = Math.floor(useNow(MINUTE_MS) / 1000);
  if (lists.every(({ view, isFailed }) => view === undefined && !isFailed))
    return <Spinner label={i18n.t('positions.reading')} />;
  const running = accounts.flatMap((account, i) =>
    (lists[i]?.view?.rows ?? []).filter(isRunning).map((row): HeldPosition => ({ account, row })),
  );
  const rows = running.map(({ row }) => row);
  const open = rows.filter(({ state }) => state === 'open');
  const assets = [
    ...new Set([...rows.flatMap(({ asset }) => asset ?? []), ...(tried ? [tried.row.asset] : [])]),
  ].sort();
  const asset =
    chosen !== undefined && assets.includes(chosen) ? chosen : (tried?.row.asset ?? assets[0]);
  const spot = asset === undefined ? undefined : spotOf(rows, asset, tried);
  const held = (
    <HeldPositions
      held={running.filter(({ row }) => row.asset === asset && !row.isUnproven)}
      isSeveral={accounts.length > 1}
      left={props.left}
      onManage={props.onManage}
    />
  );
  if (asset === undefined || spot === undefined) {
    return (
      <div className="flex flex-col items-center gap-3 p-8 text-center">
        <ReadingNotes lists={lists} accounts={accounts} />
        <p className="text-base font-semibold">
          {i18n.t(asset === undefined ? 'desk.noPositions' : 'desk.noSpot')}
        </p>
        <Button kind="quiet" onClick={props.onChain}>
          {i18n.t('desk.toChain')}
        </Button>
        {asset === undefined ? null : held}
      </div>
    );
  }
  const fill = tried?.row.asset === asset ? fillOfQuote(tried) : undefined;
  const holdings: readonly Holding[] = [
    ...holdingsIn(asset, open, spot),
    ...(fill === undefined ? [] : [candidate(fill, tried?.row.impliedVolatility)]),
  ];
  const isHypothetical = fill !== undefined || isMoved(moves);
  const scene = sceneAfter(moves, now);
  const movedSpot = spot * (1 + moves.spot / 100);
  const last = Math.max(...holdings.map(({ expiry }) => expiry), now);
  const left = open.filter((row) => row.asset === asset).length + (fill ? 1 : 0) - holdings.length;
  return (
    <div className="mx-auto flex max-w-6xl flex-col gap-4 p-4">
      <ReadingNotes lists={lists} accounts={accounts} />
      <Choices
        label={i18n.t('desk.assets')}
        choices={assets.map((name) => ({ key: name, text: name }))}
        chosen={asset}
        onChoose={setChosen}
      />
      <section
        aria-label={i18n.t(isHypothetical ? 'desk.hypothetical' : 'desk.portfolio')}
        data-testid="portfolio"
        data-spot={movedSpot}
        // The frame is in the page's margin, so that nothing moves when it appears.
        className={`-mx-4 grid gap-4 rounded-2xl border-4 p-3 md:grid-cols-[3fr_2fr] ${isHypothetical ? 'border-dashed border-warn' : 'border-transparent'}`}
      >
        {isHypothetical ? (
          <div className="md:col-span-2">
            <Notice tone="warn">
              <p className="font-semibold">{i18n.t('desk.hypothetical')}</p>
              {fill === undefined || tried === undefined ? null : (
                <p>
                  {i18n.t('desk.tried', {
                    contracts: contractsWord(
                      amountText(fill.contracts, fill.decimals, fill.decimals),
                    ),
                    quote: quoteName(tried.row),
                  })}
                </p>
              )}
              <div className="flex flex-wrap gap-4 pt-1">
                <LinkButton onClick={() => setMoves(NO_MOVES)}>
                  {i18n.t('desk.resetMoves')}
                </LinkButton>
                {fill === undefined ? null : (
                  <LinkButton onClick={props.onRemoveTried}>
                    {i18n.t('desk.removeTried')}
                  </LinkButton>
                )}
              </div>
            </Notice>
          </div>
        ) : null}
        <PortfolioCurves
          {...{ holdings, spot, scene, asset }}
          supposed={moves.spot === 0 ? undefined : movedSpot}
        />
        <PortfolioFigures
          portfolio={{
            ...portfolioOf(holdings, movedSpot, scene),
            // In today's market, what Home and P&L show too.
            ...(isHypothetical ? {} : presentSums(open.filter((row) => row.asset === asset))),
          }}
          count={holdings.length}
        />
        {left > 0 ? (
          <p className="text-xs text-muted md:col-span-2">{i18n.t('desk.leftOut', left)}</p>
        ) : null}
        <div className="md:col-span-2">
          <WhatIf moves={moves} steps={timeSteps(last, now)} spot={spot} onChange={setMoves} />
        </div>
      </section>
      {held}
    </div>
  );
}

function isRunning({ state }: PositionRow): boolean {
  return state === 'open' || state === 'awaiting settlement';
}

/** Returns value and profit of the rows that live quotes value, in dollars; as other pages show them. */
function presentSums(rows: readonly PositionRow[]): { value?: number; profit?: number } {
  const { valueUsd, profitUsd } = totalsOf(rows.filter(isByModel));
  return {
    ...(valueUsd === undefined ? {} : { value: toNumber8(usd8(valueUsd)) }),
    ...(profitUsd === undefined ? {} : { profit: toNumber8(usd8(profitUsd)) }),
  };
}

/** Returns an asset's price in dollars: of the positions' source, or of the tried quote. */
function spotOf(
  rows: readonly PositionRow[],
  asset: string,
  tried: DeskQuote | undefined,
): number | undefined {
  const known = rows.find((row) => row.asset === asset && row.spot !== undefined)?.spot?.price;
  if (known !== undefined) return parseNumber8(known);
  return tried?.row.asset === asset ? tried.spot.price : undefined;
}
