import { i18n } from '#i18n';
import type { DeskFill } from '../../../shared/desk/offer.ts';
import type { AccountView } from '../../../shared/messages/snapshot.ts';
import { amountText, contractsWord } from '../../texts/numbers.ts';
import { Button } from '../../ui/Button.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { quoteName } from '../trade/orders/quote-name.ts';
import { AssetChoices } from './Choices.tsx';
import type { DeskQuote } from './figure-rows.ts';
import { HeldPositions } from './HeldPositions.tsx';
import { PortfolioCurves } from './PortfolioCurves.tsx';
import { PortfolioFigures } from './PortfolioFigures.tsx';
import { ReadingNotes } from './ReadingNotes.tsx';
import { NO_MOVES } from './scene.ts';
import { usePortfolio } from './use-portfolio.ts';
import { WhatIf } from './WhatIf.tsx';
import { WholeBook } from './WholeBook.tsx';

interface PortfolioProps {
  accounts: readonly AccountView[];
  /** Live quotes that the chart includes as if they were filled. */
  tried: readonly DeskQuote[];
  onRemoveTried: () => void;
  onChain: () => void;
  /** Key of the position whose page was just closed. */
  left: string | undefined;
  onManage: (account: string, key: string) => void;
}

/** Shows all running positions of an asset as one chart, and their value in an assumed market. */
export function Portfolio(props: PortfolioProps) {
  return <DeskPortfolioView {...props} {...usePortfolio(props.accounts, props.tried)} />;
}

type Shown = PortfolioProps & ReturnType<typeof usePortfolio>;

export function DeskPortfolioView(props: Shown) {
  const { accounts, lists, assets, asset, picture, moves, setMoves } = props;
  if (props.isReading) return <Spinner label={i18n.t('positions.reading')} />;
  const held = (
    <HeldPositions
      held={props.held}
      figuresOf={props.figuresOf}
      isSeveral={accounts.length > 1}
      left={props.left}
      onManage={props.onManage}
    />
  );
  if (asset === undefined || picture === undefined) {
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
  const { spot, fills, holdings, isHypothetical, scene, movedSpot } = picture;
  return (
    <div className="mx-auto flex max-w-[110rem] flex-col gap-4 p-4">
      <ReadingNotes lists={lists} accounts={accounts} />
      <WholeBook parts={props.book} onAsset={props.setChosen} />
      <AssetChoices assets={assets} chosen={asset} onChoose={props.setChosen} />
      <section
        aria-label={i18n.t(isHypothetical ? 'desk.hypothetical' : 'desk.portfolio')}
        data-testid="portfolio"
        data-spot={movedSpot}
        // The frame lies in the page's margin, so that nothing moves when the frame appears.
        className={`-mx-4 grid gap-4 rounded-2xl border-4 p-3 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] xl:grid-cols-[minmax(0,44rem)_minmax(0,1fr)] ${isHypothetical ? 'border-dashed border-warn' : 'border-transparent'}`}
      >
        {isHypothetical ? <Hypothetical {...props} fills={fills} /> : null}
        <PortfolioCurves
          {...{ holdings, spot, scene, asset }}
          supposed={moves.spot === 0 ? undefined : movedSpot}
        />
        <PortfolioFigures portfolio={picture.figures} count={holdings.length} />
        {picture.left > 0 ? (
          <p className="text-xs text-muted md:col-span-2">{i18n.t('desk.leftOut', picture.left)}</p>
        ) : null}
        <div className="md:col-span-2">
          <WhatIf moves={moves} steps={picture.steps} spot={spot} onChange={setMoves} />
        </div>
      </section>
      {held}
    </div>
  );
}

/** Lists the tried quotes and the assumed changes of the market, with buttons that undo them. */
function Hypothetical(props: Shown & { fills: readonly DeskFill[] }) {
  const { fills, setMoves } = props;
  return (
    <div className="md:col-span-2">
      <Notice tone="warn">
        <p className="font-semibold">{i18n.t('desk.hypothetical')}</p>
        {fills.map(({ row, contracts, decimals }) => (
          <p key={row.digest}>
            {i18n.t('desk.tried', {
              contracts: contractsWord(amountText(contracts, decimals, decimals)),
              quote: quoteName(row),
            })}
          </p>
        ))}
        <div className="flex flex-wrap gap-4 pt-1">
          <LinkButton onClick={() => setMoves(NO_MOVES)}>{i18n.t('desk.resetMoves')}</LinkButton>
          {fills.length === 0 ? null : (
            <LinkButton onClick={props.onRemoveTried}>{i18n.t('desk.removeTried')}</LinkButton>
          )}
        </div>
      </Notice>
    </div>
  );
}
