import { ExternalLink } from 'lucide-react';
import { i18n } from '#i18n';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import { isSameAddress } from '../../../shared/is-same-address.ts';
import { headlineWorth, isByModel } from '../../../shared/positions/headline.ts';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { PayoffChart } from '../../charts/PayoffChart.tsx';
import { useHidden } from '../../hooks/use-hidden-amounts.ts';
import { useSnapshot } from '../../hooks/use-wallet.ts';
import { explorerLink } from '../../texts/explorer-link.ts';
import { fittingPercent, fittingUsd, plainPercent } from '../../texts/numbers.ts';
import {
  exactMoney,
  moneyText,
  nameOf,
  originLabel,
  profitText,
  stateLabel,
  wholeMoney,
} from '../../texts/position-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { PositionAlert } from '../trade/alerts/PositionAlert.tsx';
import { WayBack } from '../wallet/home/WayBack.tsx';
import { CostEntry } from './CostEntry.tsx';
import { DeliveryNote } from './DeliveryNote.tsx';
import { DeliveryReminder } from './DeliveryReminder.tsx';
import { type FormAction, PositionActions } from './PositionActions.tsx';
import { PositionFacts } from './PositionFacts.tsx';
import { ProfitFigure } from './ProfitFigure.tsx';
import { SpotSource } from './SpotSource.tsx';
import { VerificationBadge } from './VerificationBadge.tsx';
import { VerificationFacts } from './VerificationFacts.tsx';

const UNKNOWN = '—';
/** Characters of a figure in large type, and of one in small type below it. */
const HEADLINE = 10;
const LINE = 16;
/** Base units of a difference that rounding explains. */
const ROUNDING_UNITS = 2n;

/** One position: its profit, its picture, its facts, its checks and its actions. */
export function PositionDetail(props: {
  row: PositionRow;
  onBack: () => void;
  onForm: (action: FormAction) => void;
  /** Opens everything that can be done with the position, where there is room for it. */
  onManage?: (() => void) | undefined;
}) {
  const { row } = props;
  const { token } = row;
  const hidden = useHidden();
  const areHidden = useSnapshot(({ areAmountsHidden }) => areAmountsHidden) === true;
  const worth = headlineWorth(row);
  const profit = worth?.profit;
  const base = useSnapshot(({ networks }) => networks.find(({ chainId }) => chainId === CHAIN_ID));
  const explorer = explorerLink(base, row.address, 'address');
  return (
    <div className="flex flex-col gap-3 p-4" data-testid="position">
      <PageHeader title={nameOf(row)} onBack={props.onBack} />
      <Card className="flex flex-col gap-2">
        <div className="flex items-start justify-between gap-3">
          <div className="flex min-w-0 flex-1 flex-col gap-1">
            <span className="text-xs text-muted">
              {originLabel(row)} · {stateLabel(row.state)}
              {row.isPhysical ? ` · ${i18n.t('positions.physical')}` : ''}
            </span>
            <VerificationBadge row={row} />
          </div>
          <div className="flex max-w-[60%] shrink-0 flex-col items-end">
            <ProfitFigure
              amount={profit === undefined ? undefined : BigInt(profit)}
              text={profit === undefined ? UNKNOWN : profitText(profit, token, HEADLINE)}
              title={profit === undefined ? undefined : exactMoney(profit, token)}
              className="text-lg font-semibold"
            />
            <span className="max-w-full break-words text-end text-xs text-muted">
              {worth?.profitUsd === undefined
                ? ''
                : hidden(fittingUsd(BigInt(worth.profitUsd), LINE, true))}
              {worth?.profitBps === undefined
                ? ''
                : ` · ${fittingPercent(BigInt(worth.profitBps), LINE)}`}
            </span>
          </div>
        </div>
        {row.state === 'open' ? (
          <p className="text-xs text-muted">{hidden(valuedHow(row))}</p>
        ) : null}
        <SpotSource row={row} />
      </Card>
      {row.verification === 'disagrees' ? (
        <Notice tone="bad">
          {i18n.t(
            row.disagreements.includes('absent')
              ? 'positions.absentLong'
              : 'positions.disagreesLong',
          )}
        </Notice>
      ) : null}
      {row.verification === 'verified' && row.formulaPayout !== undefined ? (
        <Notice>{payoutNote(row, row.formulaPayout)}</Notice>
      ) : null}
      {row.hasFailedSettlement ? (
        <Notice tone="warn">{i18n.t('positions.failedNote')}</Notice>
      ) : null}
      {row.isFresh ? <Notice>{i18n.t('positions.freshNote')}</Notice> : null}
      <DeliveryNote row={row} />
      <DeliveryReminder row={row} />
      {row.picture === undefined || areHidden ? null : (
        <PayoffChart picture={row.picture} label={i18n.t('positions.chart')} />
      )}
      {row.isPayoffEstimate && row.formulaPayout === undefined ? (
        <Notice tone="warn">{i18n.t('positions.payoffEstimate')}</Notice>
      ) : null}
      {row.isReceived ? <CostEntry row={row} /> : null}
      {row.givenTo === undefined || row.isClosedByOffer ? null : (
        <Notice>{i18n.t('positions.givenNote')}</Notice>
      )}
      <PositionAlert row={row} />
      {props.onManage === undefined || row.actions.length === 0 ? (
        <PositionActions row={row} onForm={props.onForm} />
      ) : (
        <Button kind="quiet" onClick={props.onManage}>
          {i18n.t('positions.manage')}
        </Button>
      )}
      {row.state === 'open' ? null : <BackFrom token={token.address} />}
      <PositionFacts row={row} />
      <VerificationFacts row={row} />
      {explorer === undefined ? null : (
        <a
          href={explorer}
          target="_blank"
          rel="noreferrer"
          className="flex items-center gap-1 self-start rounded-lg py-1 text-xs font-medium text-accent"
        >
          <ExternalLink aria-hidden size={12} /> {i18n.t('positions.explorer')}
        </a>
      )}
    </div>
  );
}

/** The way back from receipts that an ended position has paid out. */
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

/** Explains that the receipt outranks the formula, and their difference. */
function payoutNote({ worth, side, token }: PositionRow, formula: string): string {
  const paid = side === 'buyer' ? BigInt(worth?.value ?? '0') : -BigInt(worth?.value ?? '0');
  const difference = paid - BigInt(formula);
  const isRounding = difference <= ROUNDING_UNITS && -difference <= ROUNDING_UNITS;
  return isRounding
    ? i18n.t('positions.payoutRounded', { formula: wholeMoney(formula, token) })
    : i18n.t('positions.payoutDiffers', {
        paid: wholeMoney(paid, token),
        formula: wholeMoney(formula, token),
      });
}

/** Explains how a running option's value was computed, and its payout if it settled now. */
function valuedHow(row: PositionRow): string {
  if (!isByModel(row)) return i18n.t('positions.asIfSettled');
  const values = {
    volatility: plainPercent(BigInt(Math.round((row.volatility ?? 0) * 10_000))),
    now: row.worth === undefined ? UNKNOWN : moneyText(row.worth.value, row.token),
  };
  return i18n.t('positions.byModel', values);
}
