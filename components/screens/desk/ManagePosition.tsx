import { useState } from 'react';
import { i18n } from '#i18n';
import type { DeskFill } from '../../../shared/desk/offer.ts';
import type { ListedSpot } from '../../../shared/messages/market.ts';
import type { AccountView, VaultView } from '../../../shared/messages/snapshot.ts';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { PayoffChart } from '../../charts/PayoffChart.tsx';
import { useAction } from '../../hooks/use-action.ts';
import { useHidden } from '../../hooks/use-hidden-amounts.ts';
import { usePositionsOf } from '../../hooks/use-positions-of.ts';
import { useSnapshot, useWalletCall } from '../../hooks/use-wallet.ts';
import { useWide } from '../../hooks/use-wide.ts';
import { contractsWord } from '../../texts/numbers.ts';
import {
  contractsText,
  nameOf,
  originLabel,
  stateLabel,
  strikesText,
} from '../../texts/position-texts.ts';
import { localTime } from '../../texts/times.ts';
import { FocusedRegion } from '../../ui/FocusedRegion.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { DeliveryNote } from '../holdings/DeliveryNote.tsx';
import type { FormAction } from '../holdings/PositionActions.tsx';
import { PositionFacts } from '../holdings/PositionFacts.tsx';
import { PositionForm } from '../holdings/PositionForm.tsx';
import { VerificationBadge } from '../holdings/VerificationBadge.tsx';
import { VerificationFacts } from '../holdings/VerificationFacts.tsx';
import { PositionAlert } from '../trade/alerts/PositionAlert.tsx';
import { ManageActions } from './ManageActions.tsx';
import { NoOffset, OffsetItem } from './OffsetItem.tsx';
import { ReadingNotes } from './ReadingNotes.tsx';
import { type Picking, TicketBeside } from './TicketBeside.tsx';
import { useOffsets } from './use-offsets.ts';

type TicketProps = Omit<Parameters<typeof TicketBeside>[0], 'children' | 'idle'>;

/** One position of an account, with everything that its holder can do with it now. */
export function ManagePosition({
  account,
  position,
  wallets,
  onBack,
  onLater,
  ...ticket
}: TicketProps & {
  account: string;
  /** The row's key. */
  position: string;
  wallets: Extract<VaultView, { status: 'unlocked' }>['wallets'];
  onBack: () => void;
  /** Leads to options of an asset, once a position in it is closed. */
  onLater: (asset: string | undefined) => void;
}) {
  const lists = usePositionsOf([account], 'open');
  const [form, setForm] = useState<FormAction>();
  const owner = wallets
    .flatMap(({ accounts }) => accounts)
    .find(({ address }) => address === account);
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
  if (form !== undefined)
    return (
      <FocusedRegion key={form} label={nameOf(row)}>
        <div className="mx-auto max-w-xl">
          <PositionForm
            action={form}
            row={row}
            account={account}
            onDone={() => setForm(undefined)}
            onLater={() => onLater(row.asset)}
          />
        </div>
      </FocusedRegion>
    );
  return (
    <TicketBeside
      {...ticket}
      idle={
        <div className="p-4">
          <Facts row={row} />
        </div>
      }
    >
      {(picking) => (
        <FocusedRegion label={nameOf(row)}>
          <Manage row={row} owner={owner} picking={picking} onForm={setForm} onBack={onBack} />
        </FocusedRegion>
      )}
    </TicketBeside>
  );
}

function Manage(props: {
  row: PositionRow;
  owner: AccountView;
  picking: Picking;
  onForm: (action: FormAction) => void;
  onBack: () => void;
}) {
  const { row, owner, picking } = props;
  const isWide = useWide();
  const call = useWalletCall();
  const selected = useSnapshot((snapshot) => snapshot.selected);
  const isSelected = selected === owner.address;
  const asOwner = async () => {
    if (!isSelected) await call('accounts.select', { address: owner.address });
  };
  const pick = useAction(async (fill: DeskFill, spot: ListedSpot) => {
    await asOwner();
    picking.onPick(fill.row, spot, { by: 'contracts', amount: fill.contracts });
  });
  const hidden = useHidden();
  const offsets = useOffsets(row);
  const canOffset = row.state === 'open' && !row.isUnproven && owner.kind !== 'watch';
  const hasEnded = row.state === 'settled' || row.state === 'closed';
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-3 p-4" data-testid="manage">
      <PageHeader title={`${nameOf(row)} ${strikesText(row)}`} onBack={props.onBack} />
      <div className="flex flex-col gap-1">
        <p className="text-sm">
          {[
            originLabel(row),
            hidden(contractsWord(contractsText(row))),
            stateLabel(row.state),
            localTime(row.expiry),
            owner.name,
          ].join(' · ')}
        </p>
        <VerificationBadge row={row} />
      </div>
      {isSelected ? null : <Notice>{i18n.t('desk.actsAs', { account: owner.name })}</Notice>}
      {row.isUnproven ? <Notice tone="bad">{i18n.t('desk.unprovenPosition')}</Notice> : null}
      <DeliveryNote row={row} />
      {hasEnded ? (
        <Notice>{i18n.t('desk.endedPosition')}</Notice>
      ) : (
        <ManageActions
          row={row}
          account={owner.address}
          asOwner={asOwner}
          onForm={props.onForm}
          more={
            canOffset && offsets.state === 'found' ? (
              <OffsetItem
                row={row}
                offsets={offsets.offsets}
                left={picking.left}
                onPick={(offset) => void pick.run(offset.fill, offsets.spot)}
              />
            ) : null
          }
          moreNotNow={
            canOffset && offsets.state !== 'found' ? (
              <NoOffset row={row} state={offsets.state} />
            ) : null
          }
        />
      )}
      <PositionAlert row={row} account={owner.address} />
      {pick.problem === undefined ? null : <Notice tone="bad">{pick.problem}</Notice>}
      {isWide ? null : <Facts row={row} />}
    </div>
  );
}

/** The position's picture and facts. */
function Facts({ row }: { row: PositionRow }) {
  const areHidden = useSnapshot(({ areAmountsHidden }) => areAmountsHidden) === true;
  return (
    <div className="flex flex-col gap-3">
      {row.picture === undefined || areHidden ? null : (
        <PayoffChart picture={row.picture} label={i18n.t('positions.chart')} />
      )}
      <PositionFacts row={row} />
      <VerificationFacts row={row} />
    </div>
  );
}
