import { useState } from 'react';
import { i18n } from '#i18n';
import { leftToOpen, openedBy, type RollTarget } from '../../../shared/desk/roll.ts';
import { isSameAddress } from '../../../shared/is-same-address.ts';
import type { OrderFilter } from '../../../shared/messages/order-filter.ts';
import type { Roll as RollPlan } from '../../../shared/messages/roll.ts';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { parseNumber8 } from '../../../shared/units.ts';
import { usePositions } from '../../hooks/use-positions.ts';
import { useQuotations } from '../../hooks/use-quotations.ts';
import { useSnapshot } from '../../hooks/use-wallet.ts';
import { Notice } from '../../ui/Notice.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { nameOf, strikesText } from '../positions/position-texts.ts';
import { AskNew } from '../quotations/AskNew.tsx';
import { wholeText } from '../quotations/closed-part.ts';
import { RollParts } from './RollParts.tsx';
import { RollTargets } from './RollTargets.tsx';
import { RollTicket } from './RollTicket.tsx';
import { useRoll } from './use-rolls.ts';

/** Replaces a position: makers take over its side, then an order opens the next one. */
export function Roll(props: { row: PositionRow; account: string; onDone: () => void }) {
  const { row, account } = props;
  const { roll, set, end } = useRoll({ account, option: row.address, side: row.side });
  const [page, setPage] = useState<'parts' | 'targets' | 'ask' | RollTarget>('parts');
  const [request] = (useQuotations(account).data?.quotations ?? []).filter(
    ({ existing }) => existing !== undefined && isSameAddress(existing, row.address),
  );
  const rows = usePositions(account, 'open').data?.rows ?? [];
  const areHidden = useSnapshot(({ areAmountsHidden }) => areAmountsHidden) === true;
  const problem = set.problem ?? end.problem;
  const toParts = () => setPage('parts');
  if (page === 'ask' && roll !== undefined) {
    const left = String(leftToOpen(row, openedBy(roll, rows)));
    return (
      <AskNew
        filter={askedFor(roll)}
        size={areHidden ? '' : wholeText({ contracts: left, token: row.token })}
        onBack={toParts}
        onPositions={toParts}
      />
    );
  }
  if (typeof page === 'object' && roll !== undefined)
    return <RollTicket roll={roll} row={row} target={page} onBack={toParts} />;
  return (
    <div className="flex flex-col gap-3 p-4">
      <PageHeader
        title={i18n.t('roll.title')}
        onBack={page === 'targets' ? toParts : props.onDone}
      />
      <p className="text-sm font-semibold">
        {nameOf(row)} {strikesText(row)}
      </p>
      {problem === undefined ? null : <Notice tone="bad">{problem}</Notice>}
      {roll === undefined || page === 'targets' ? (
        <RollTargets
          row={row}
          account={account}
          request={request}
          isBusy={set.isRunning}
          onChoose={(next) => void set.run(next).then(toParts)}
        />
      ) : (
        <RollParts
          roll={roll}
          row={row}
          request={request}
          onOpen={setPage}
          onAsk={() => setPage('ask')}
          onOther={() => setPage('targets')}
          onStop={(opened) => void end.run(opened).then(props.onDone)}
        />
      )}
    </div>
  );
}

/** The option that a roll opens, as a filter of the order list describes it. */
function askedFor({ to }: RollPlan): OrderFilter {
  return {
    asset: to.asset,
    product: to.product,
    side: to.side,
    expiry: String(to.expiry),
    search: to.strikes.map(parseNumber8).join(' '),
    sort: 'expiry',
  };
}
