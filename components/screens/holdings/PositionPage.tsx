import type { ReactNode } from 'react';
import { i18n } from '#i18n';
import { isSameAddress } from '../../../shared/is-same-address.ts';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { PayoffChart } from '../../charts/PayoffChart.tsx';
import { useSnapshot } from '../../hooks/use-wallet.ts';
import { nameOf, strikesText, wholeMoney } from '../../texts/position-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { FocusedRegion } from '../../ui/FocusedRegion.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { OuterLink } from '../../ui/OuterLink.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { PositionAlert } from '../trade/alerts/PositionAlert.tsx';
import { OfferNow } from '../trade/quotations/OfferNow.tsx';
import { WayBack } from '../wallet/home/WayBack.tsx';
import { CostEntry } from './CostEntry.tsx';
import { DeliveryNote } from './DeliveryNote.tsx';
import { DeliveryReminder } from './DeliveryReminder.tsx';
import { type MoreActions, PositionActions } from './PositionActions.tsx';
import { PositionFacts } from './PositionFacts.tsx';
import { PositionForm } from './PositionForm.tsx';
import { PositionSummary } from './PositionSummary.tsx';
import { type PositionPageState, usePositionPage } from './use-position-page.ts';
import { VerificationFacts } from './VerificationFacts.tsx';

/** Difference in base units that rounding can cause. */
const ROUNDING_UNITS = 2n;

export function PositionPage(props: {
  row: PositionRow;
  account: string;
  onBack: () => void;
  /** Opens the list of similar options, after the position was closed. */
  onLater: () => void;
  /** Replaces the layout with one column, for pages that arrange the parts themselves. */
  children?: (page: PositionPageState) => ReactNode;
}) {
  const { row, account } = props;
  const page = usePositionPage(row, account);
  if (page.form !== undefined)
    return (
      <FocusedRegion key={page.form} label={nameOf(row)}>
        <div className="mx-auto max-w-xl">
          <PositionForm
            action={page.form}
            row={row}
            account={account}
            onDone={page.closeForm}
            onLater={props.onLater}
          />
        </div>
      </FocusedRegion>
    );
  return (
    props.children?.(page) ?? (
      <PositionView page={page} onBack={props.onBack}>
        {row.isClosedByOffer === true ? (
          <Button kind="quiet" onClick={props.onLater}>
            {i18n.t('quotations.later')}
          </Button>
        ) : null}
      </PositionView>
    )
  );
}

/** Shows a position's state, notes and actions; in one column, also its chart and facts. */
export function PositionView(props: {
  page: PositionPageState;
  onBack: () => void;
  /** True if the page shows chart and facts beside this part. */
  isWide?: boolean;
  more?: MoreActions;
  children?: ReactNode;
}) {
  const { page, isWide = false } = props;
  const { row } = page;
  const hasEnded = row.state === 'settled' || row.state === 'closed';
  return (
    <FocusedRegion label={nameOf(row)}>
      <div className="mx-auto flex max-w-3xl flex-col gap-3 p-4" data-testid="position">
        <PageHeader title={`${nameOf(row)} ${strikesText(row)}`} onBack={props.onBack} />
        <PositionSummary row={row} owner={page.owner?.name} />
        {page.isSelected || page.owner === undefined ? null : (
          <Notice>{i18n.t('desk.actsAs', { account: page.owner.name })}</Notice>
        )}
        <Notes row={row} />
        <DeliveryNote row={row} />
        <DeliveryReminder row={row} />
        {isWide ? null : <Picture page={page} />}
        {row.isReceived ? <CostEntry row={row} asOwner={page.asOwner} /> : null}
        <PositionAlert row={row} account={page.account} />
        {hasEnded ? null : <OfferNow row={row} account={page.account} asOwner={page.asOwner} />}
        {hasEnded ? null : <PositionActions page={page} more={props.more ?? {}} />}
        {row.state === 'open' || !page.isSelected ? null : <BackFrom token={row.token.address} />}
        {props.children}
        {isWide ? null : <Details page={page} />}
      </div>
    </FocusedRegion>
  );
}

/** Shows the chart and the facts of a position, for the second column. */
export function PositionAside({ page }: { page: PositionPageState }) {
  return (
    <div className="flex flex-col gap-3 p-4">
      <Picture page={page} />
      <Details page={page} />
    </div>
  );
}

function Picture({ page: { row, areHidden } }: { page: PositionPageState }) {
  return (
    <>
      {row.picture === undefined || areHidden ? null : (
        <PayoffChart picture={row.picture} label={i18n.t('positions.chart')} />
      )}
      {row.isPayoffEstimate && row.formulaPayout === undefined ? (
        <Notice tone="warn">{i18n.t('positions.payoffEstimate')}</Notice>
      ) : null}
    </>
  );
}

function Details({ page: { row, explorer } }: { page: PositionPageState }) {
  return (
    <>
      <PositionFacts row={row} />
      <VerificationFacts row={row} />
      {explorer === undefined ? null : (
        <p className="text-xs">
          <OuterLink href={explorer}>{i18n.t('positions.explorer')}</OuterLink>
        </p>
      )}
    </>
  );
}

/**
 * Shows findings from the chain and from receipts. `DeliveryNote` shows the findings about a
 * delivery.
 */
function Notes({ row }: { row: PositionRow }) {
  const hasEnded = row.state === 'settled' || row.state === 'closed';
  const isGiven = row.givenTo !== undefined && row.isClosedByOffer !== true;
  return (
    <>
      {row.verification === 'disagrees' ? (
        <Notice tone="bad">
          {i18n.t(
            row.disagreements.includes('absent')
              ? 'positions.absentLong'
              : 'positions.disagreesLong',
          )}
        </Notice>
      ) : null}
      {row.isUnproven ? <Notice tone="bad">{i18n.t('desk.unprovenPosition')}</Notice> : null}
      {row.verification === 'verified' && row.formulaPayout !== undefined ? (
        <Notice>{payoutNote(row, row.formulaPayout)}</Notice>
      ) : null}
      {row.hasFailedSettlement ? (
        <Notice tone="warn">{i18n.t('positions.failedNote')}</Notice>
      ) : null}
      {row.isFresh ? <Notice>{i18n.t('positions.freshNote')}</Notice> : null}
      {isGiven ? <Notice>{i18n.t('positions.givenNote')}</Notice> : null}
      {hasEnded ? <Notice>{i18n.t('desk.endedPosition')}</Notice> : null}
    </>
  );
}

/** Offers to convert the lending pool's receipts that an ended position has paid out. */
function BackFrom({ token }: { token: string }) {
  const balance = useSnapshot(({ portfolio }) =>
    portfolio?.balances.find((one) => one.token !== undefined && isSameAddress(one.token, token)),
  );
  if (balance?.lent === undefined) return null;
  return (
    <Card className="flex flex-col items-start gap-1 text-sm">
      <p>{i18n.t('funds.heldAsReceipts', { asset: balance.lent.asset })}</p>
      <WayBack balance={balance} />
    </Card>
  );
}

/** Explains that the receipt decides if it differs from the formula, and shows the difference. */
function payoutNote({ worth, side, token }: PositionRow, formula: bigint): string {
  const { value = 0n } = worth ?? {};
  const paid = side === 'buyer' ? value : -value;
  const difference = paid - formula;
  const isRounding = difference <= ROUNDING_UNITS && -difference <= ROUNDING_UNITS;
  return isRounding
    ? i18n.t('positions.payoutRounded', { formula: wholeMoney(formula, token) })
    : i18n.t('positions.payoutDiffers', {
        paid: wholeMoney(paid, token),
        formula: wholeMoney(formula, token),
      });
}
