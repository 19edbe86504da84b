import { i18n } from '#i18n';
import type { PositionRow } from '../../../../shared/positions/position-view.ts';
import type { QuotationView } from '../../../../shared/quotations/view.ts';
import { useAction } from '../../../hooks/use-action.ts';
import { useHidden } from '../../../hooks/use-hidden-amounts.ts';
import { useLate } from '../../../hooks/use-late.ts';
import { useNow } from '../../../hooks/use-now.ts';
import { isRunning } from '../../../hooks/use-quotations.ts';
import { useSnapshot, useWalletCall } from '../../../hooks/use-wallet.ts';
import { moneyText, paidText, wholeMoney } from '../../../texts/position-texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { closingMark } from './about-position.ts';
import { OfferList } from './OfferList.tsx';
import { reasonText, stageText, titleOf } from './quotation-texts.ts';

/** Shows one request to makers: its stage, its offers, and the possible actions. */
export function QuotationCard(props: {
  account: string;
  view: QuotationView;
  /** The position that the request is about, if the account holds the position. */
  row?: PositionRow | undefined;
}) {
  const { account, view, row } = props;
  const { id, stage, token, isBuyer } = view;
  const call = useWalletCall();
  const now = useNow();
  const hidden = useHidden();
  const act = useAction(async (work: () => Promise<unknown>) => {
    await work().catch((error: Error) => {
      throw new Error(reasonText(error));
    });
  });
  const hasEnded = !isRunning(view);
  const pending = useSnapshot(({ activity }) => activity.pending) ?? 0;
  // Once a transaction is in a block, the request normally changes within two reads.
  const isUnchanged = useLate(act.isDone && !hasEnded && pending === 0 ? `${id}` : undefined);
  return (
    <Card className="flex flex-col gap-3" data-testid="quotation" data-stage={stage}>
      <header className="flex flex-col gap-0.5">
        <h2 className="text-sm font-semibold">{titleOf(view)}</h2>
        <p role="status" className="text-sm">
          {stageText(view, now)}
        </p>
        <Money view={view} isHeld={row !== undefined} />
      </header>
      {hasEnded ? null : (
        <OfferList
          view={view}
          basis={basisOf(row)}
          mark={closingMark(view, row)}
          isBusy={act.isRunning}
          onAccept={({ offeror, amount }) =>
            void act.run(() => call('quotations.accept', { account, id, offeror, amount }))
          }
        />
      )}
      {view.paid === undefined ? null : (
        <p className="text-sm" data-testid="paid">
          {hidden(
            i18n.t(isBuyer ? 'quotations.paidPurchase' : 'quotations.paidSale', {
              amount: isBuyer
                ? paidText(view.paid.amount, token)
                : moneyText(view.paid.amount - view.paid.fee, token),
              fee: paidText(view.paid.fee, token),
            }),
          )}
        </p>
      )}
      {act.isRunning ? <Notice>{i18n.t('quotations.asking')}</Notice> : null}
      <Notice tone="bad">{act.problem}</Notice>
      {act.isDone && !hasEnded ? (
        <Notice tone={isUnchanged ? 'warn' : 'info'}>
          {i18n.t(isUnchanged ? 'quotations.stillSame' : 'quotations.sent')}
        </Notice>
      ) : null}
      {stage === 'unsettled' ? (
        <Button
          disabled={act.isRunning}
          onClick={() => void act.run(() => call('quotations.settle', { account, id }))}
        >
          {i18n.t('quotations.settle')}
        </Button>
      ) : null}
      {stage === 'collecting' || stage === 'revealing' || stage === 'unanswered' ? (
        <Button
          kind="quiet"
          disabled={act.isRunning}
          onClick={() => void act.run(() => call('quotations.cancel', { account, id }))}
        >
          {i18n.t(endLabel(view))}
        </Button>
      ) : null}
    </Card>
  );
}

function endLabel({ stage, isBuyer }: QuotationView) {
  if (stage !== 'unanswered') return 'quotations.cancel';
  return isBuyer ? 'quotations.giveBack' : 'quotations.endRequest';
}

/** Shows the request's limit, and the money that the factory holds or has returned. */
function Money({ view, isHeld }: { view: QuotationView; isHeld: boolean }) {
  const { isBuyer, limit, limitNet, escrow, token, stage, existing } = view;
  const hidden = useHidden();
  const hasEnded = !isRunning(view);
  const limitText = isBuyer
    ? 'quotations.limitPurchase'
    : limitNet === undefined
      ? 'quotations.limitSaleGross'
      : 'quotations.limitSale';
  const isOver = stage === 'cancelled' || stage === 'void' || stage === 'unanswered';
  const kept = existing !== undefined && isHeld && isOver;
  const lines = [
    ...(limit === undefined || hasEnded
      ? []
      : [i18n.t(limitText, { amount: wholeMoney(limitNet ?? limit, token) })]),
    ...(escrow === 0n
      ? []
      : [
          stage === 'settled'
            ? i18n.t('quotations.escrowBack')
            : i18n.t(hasEnded ? 'quotations.escrowAllBack' : 'quotations.escrow', {
                amount: wholeMoney(escrow, token),
              }),
        ]),
    ...(kept ? [i18n.t('quotations.keptPosition')] : []),
  ];
  return lines.map((line) => (
    <p key={line} className="text-xs text-muted">
      {hidden(line)}
    </p>
  ));
}

/** Returns a buyer's cost or a seller's proceeds of the side to close. */
function basisOf(row: PositionRow | undefined): bigint | undefined {
  if (row === undefined) return undefined;
  if (row.enteredCost !== undefined) return row.enteredCost;
  if (row.isReceived) return undefined;
  return row.side === 'buyer' ? row.premium : row.premium - row.fee;
}
