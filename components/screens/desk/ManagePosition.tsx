import { i18n } from '#i18n';
import type { DeskFill } from '../../../shared/desk/offer.ts';
import type { ListedSpot } from '../../../shared/messages/market.ts';
import { useAccount } from '../../hooks/use-accounts.ts';
import { useAction } from '../../hooks/use-action.ts';
import { usePositionsOf } from '../../hooks/use-positions-of.ts';
import { useWide } from '../../hooks/use-wide.ts';
import { Notice } from '../../ui/Notice.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { PositionAside, PositionPage, PositionView } from '../holdings/PositionPage.tsx';
import type { PositionPageState } from '../holdings/use-position-page.ts';
import { NoOffset, OffsetItem } from './OffsetItem.tsx';
import { ReadingNotes } from './ReadingNotes.tsx';
import { type Picking, TicketBeside } from './TicketBeside.tsx';
import { useOffsets } from './use-offsets.ts';

type TicketProps = Omit<Parameters<typeof TicketBeside>[0], 'children' | 'idle'>;

/** Shows one of an account's positions, the opposite orders, and the ticket of the chosen order. */
export function ManagePosition({
  account,
  position,
  onBack,
  onLater,
  ...ticket
}: TicketProps & {
  account: string;
  /** Key of the position's row. */
  position: string;
  onBack: () => void;
  /** Opens the asset's options after one of its positions was closed. */
  onLater: (asset: string | undefined) => void;
}) {
  const lists = usePositionsOf([account], 'open');
  const owner = useAccount(account);
  const view = lists[0]?.view;
  const row = view?.rows.find(({ key }) => key === position);
  if (row === undefined || owner === undefined)
    return (
      <div className="mx-auto flex max-w-xl flex-col gap-3 p-4">
        <PageHeader title={i18n.t('desk.heldPosition')} onBack={onBack} />
        {owner === undefined ? null : <ReadingNotes lists={lists} accounts={[owner]} />}
        {view === undefined ? (
          <Spinner label={i18n.t('positions.reading')} />
        ) : (
          <Notice>{i18n.t('desk.gonePosition')}</Notice>
        )}
      </div>
    );
  return (
    <PositionPage row={row} account={account} onBack={onBack} onLater={() => onLater(row.asset)}>
      {(page) => (
        <TicketBeside {...ticket} idle={<PositionAside page={page} />}>
          {(picking) => <WithOffsets page={page} picking={picking} onBack={onBack} />}
        </TicketBeside>
      )}
    </PositionPage>
  );
}

function WithOffsets(props: { page: PositionPageState; picking: Picking; onBack: () => void }) {
  const { page, picking } = props;
  const { row, owner } = page;
  const isWide = useWide();
  const pick = useAction(async (fill: DeskFill, spot: ListedSpot) => {
    await page.asOwner();
    picking.onPick(fill.row, spot, { by: 'contracts', amount: fill.contracts });
  });
  const offsets = useOffsets(row);
  const canOffset = row.state === 'open' && !row.isUnproven && owner?.kind !== 'watch';
  return (
    <PositionView
      page={page}
      onBack={props.onBack}
      isWide={isWide}
      more={
        !canOffset
          ? {}
          : offsets.state !== 'found'
            ? { notNow: <NoOffset row={row} state={offsets.state} /> }
            : {
                now: (
                  <OffsetItem
                    row={row}
                    offsets={offsets.offsets}
                    left={picking.left}
                    onPick={(offset) => void pick.run(offset.fill, offsets.spot)}
                  />
                ),
              }
      }
    >
      <Notice tone="bad">{pick.problem}</Notice>
    </PositionView>
  );
}
