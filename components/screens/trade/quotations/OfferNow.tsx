import { i18n } from '#i18n';
import type { PositionRow } from '../../../../shared/positions/position-view.ts';
import type { OfferView, QuotationView } from '../../../../shared/quotations/view.ts';
import { useAction } from '../../../hooks/use-action.ts';
import { useHidden } from '../../../hooks/use-hidden-amounts.ts';
import { useNow } from '../../../hooks/use-now.ts';
import { useQuotations } from '../../../hooks/use-quotations.ts';
import { useWalletCall } from '../../../hooks/use-wallet.ts';
import { plainPercent } from '../../../texts/numbers.ts';
import { moneyText, paidText } from '../../../texts/position-texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { closingMark, newestAbout } from './about-position.ts';
import { reasonText, stageText } from './quotation-texts.ts';

interface OfferNowProps {
  row: PositionRow;
  account: string;
  /** Selects the account that holds the position. */
  asOwner: () => Promise<void>;
}

/** Accepts the best offer for a position, and shows the amount after the fee. */
export function OfferNow({ row, account, asOwner }: OfferNowProps) {
  const call = useWalletCall();
  const { data } = useQuotations(account);
  const view = newestAbout(row, data);
  const accept = useAction(async ({ id }: QuotationView, { offeror, amount }: OfferView) => {
    await asOwner();
    await call('quotations.accept', { account, id, offeror, amount }).catch((error: Error) => {
      throw new Error(reasonText(error));
    });
  });
  const best = view?.offers.find(({ state, net }) => state === 'open' && net !== undefined);
  if (view?.stage !== 'collecting' || best === undefined) return null;
  return (
    <OfferNowView
      {...{ row, view, best }}
      isBusy={accept.isRunning}
      isSent={accept.isDone}
      problem={accept.problem}
      onAccept={() => void accept.run(view, best)}
    />
  );
}

export function OfferNowView(props: {
  row: PositionRow;
  view: QuotationView;
  best: OfferView;
  isBusy: boolean;
  isSent: boolean;
  problem: string | undefined;
  onAccept: () => void;
}) {
  const { view, best, isBusy, isSent } = props;
  const { token, isBuyer } = view;
  const hidden = useHidden();
  const now = useNow();
  const net = best.net ?? best.amount;
  const mark = closingMark(view, props.row);
  const facts = [
    ...(mark === undefined
      ? []
      : [
          i18n.t('quotations.ofMark', {
            percent: plainPercent((net * 10_000n) / mark),
          }),
        ]),
    stageText(view, now),
  ];
  return (
    <Card className="flex flex-col gap-2" data-testid="offer-now">
      <Button wide disabled={isBusy || isSent} onClick={props.onAccept}>
        {i18n.t(isBuyer ? 'quotations.buyBackNow' : 'quotations.sellNow', {
          amount: hidden((isBuyer ? paidText : moneyText)(net, token)),
        })}
      </Button>
      <p className="text-xs text-muted">{facts.join(' · ')}</p>
      {isBusy ? <Notice>{i18n.t('quotations.asking')}</Notice> : null}
      {isSent ? <Notice>{i18n.t('quotations.sent')}</Notice> : null}
      <Notice tone="bad">{props.problem}</Notice>
    </Card>
  );
}
