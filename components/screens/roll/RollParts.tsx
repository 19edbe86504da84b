import { Check, Circle, LoaderCircle } from 'lucide-react';
import { i18n } from '#i18n';
import {
  closingCash,
  leftToOpen,
  openedBy,
  openedCount,
  openingCash,
  type RollTarget,
  rollStep,
  rollTarget,
} from '../../../shared/desk/roll.ts';
import type { Roll } from '../../../shared/messages/roll.ts';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import type { QuotationView } from '../../../shared/quotations/view.ts';
import { usd8 } from '../../../shared/units.ts';
import { useHidden } from '../../hooks/use-hidden-amounts.ts';
import { useNow } from '../../hooks/use-now.ts';
import { usePositions } from '../../hooks/use-positions.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useOrderList } from '../orders/use-order-list.ts';
import { contractsText, nameOf, strikesText } from '../positions/position-texts.ts';
import { ClosingSteps } from '../quotations/CloseByOffers.tsx';
import { RollNet } from './RollNet.tsx';
import { RollOpening } from './RollOpening.tsx';
import { openedName } from './roll-texts.ts';
import { useRollObstacle } from './use-roll-obstacle.ts';

/** The net, both parts with their state, and what can be done for the current one. */
export function RollParts(props: {
  roll: Roll;
  row: PositionRow;
  /** The newest request about the position. */
  request: QuotationView | undefined;
  onOpen: (target: RollTarget) => void;
  onAsk: () => void;
  onOther: () => void;
  /** Ends the roll, with the options that it has opened. */
  onStop: (opened: readonly string[]) => void;
}) {
  const { roll, row, request } = props;
  const hidden = useHidden();
  const { view } = useOrderList();
  const now = Math.floor(useNow() / 1000);
  const rows = usePositions(roll.account, 'open').data?.rows ?? [];
  const spot = view?.spot[roll.to.asset];
  const obstacle = useRollObstacle(roll, rows);
  const step = rollStep(roll, { position: row, request, rows });
  const opened = step === 'opened' ? openedBy(roll, rows) : [];
  const left = { contracts: String(leftToOpen(row, opened)), token: row.token };
  const target = spot && rollTarget(roll, left, { rows: view?.rows ?? [], spot, now });
  const isDone = step === 'opened' && left.contracts === '0';
  const count = { ...left, contracts: String(openedCount(opened, row.token.decimals)) };
  return (
    <>
      {spot === undefined ? null : (
        <RollNet
          row={row}
          spot={spot}
          closing={closingCash(row, request)}
          opening={openingCash(opened, isDone ? usd8(0n) : target?.cash, spot)}
          openedFrom={isDone ? openedFrom(opened) : undefined}
        />
      )}
      <ol className="flex flex-col gap-2" aria-label={i18n.t('roll.parts')}>
        <Part
          text={i18n.t('roll.close', { option: `${nameOf(row)} ${strikesText(row)}` })}
          state={step === 'closing' ? 'current' : 'done'}
        />
        <Part
          text={i18n.t('roll.open', { option: openedName(roll) })}
          state={step === 'closing' ? 'waits' : isDone ? 'done' : 'current'}
        />
      </ol>
      {step === 'closing' ? <ClosingSteps row={row} account={roll.account} /> : null}
      {step === 'closing' || isDone ? null : (
        <RollOpening
          obstacle={obstacle}
          isRest={step === 'opened'}
          why={
            step === 'opened'
              ? hidden(
                  i18n.t('roll.openedPart', {
                    opened: contractsText(count),
                    all: contractsText(row),
                    rest: contractsText(left),
                  }),
                )
              : i18n.t(step === 'gone' ? 'roll.gone' : 'roll.between')
          }
          isUnread={spot === undefined && view?.problem !== undefined}
          name={openedName(roll)}
          target={target}
          onOpen={props.onOpen}
          onAsk={props.onAsk}
        />
      )}
      {isDone ? (
        <Notice>
          {i18n.t('roll.bothDone')}{' '}
          {hidden(i18n.t('roll.openedCount', { opened: contractsText(count) }))}
        </Notice>
      ) : null}
      {step === 'opened' ? (
        <Button
          kind={isDone ? 'primary' : 'quiet'}
          onClick={() => props.onStop(opened.map(({ address }) => address))}
        >
          {i18n.t('roll.finish')}
        </Button>
      ) : (
        <>
          <Button
            kind="quiet"
            disabled={step !== 'closing' && obstacle !== undefined}
            onClick={props.onOther}
          >
            {i18n.t('roll.other')}
          </Button>
          <Button kind="quiet" onClick={() => props.onStop([])}>
            {i18n.t('roll.stop')}
          </Button>
          <p className="text-xs text-muted">{i18n.t('roll.stopWhy')}</p>
        </>
      )}
    </>
  );
}

const STATES = {
  waits: { Icon: Circle, text: 'roll.waits', className: 'text-muted' },
  current: { Icon: LoaderCircle, text: 'roll.current', className: 'text-accent' },
  done: { Icon: Check, text: 'roll.done', className: 'text-good' },
} as const;

function Part({ text, state }: { text: string; state: keyof typeof STATES }) {
  const { Icon, className, text: word } = STATES[state];
  return (
    <li
      data-part-state={state}
      className="flex items-start gap-3 rounded-xl border border-line bg-surface p-3 text-sm"
    >
      <Icon aria-hidden size={18} className={`mt-0.5 shrink-0 ${className}`} />
      <span className="min-w-0 flex-1 font-semibold">{text}</span>
      <span className={`text-xs ${className}`}>{i18n.t(word)}</span>
    </li>
  );
}

function openedFrom(rows: readonly PositionRow[]) {
  return rows.every(({ isMoneyProven }) => isMoneyProven) ? 'receipt' : 'indexer';
}
