import { useState } from 'react';
import { i18n } from '#i18n';
import { isSameAddress } from '../../../../shared/is-same-address.ts';
import type { PositionRow } from '../../../../shared/positions/position-view.ts';
import { useHidden } from '../../../hooks/use-hidden-amounts.ts';
import { useLate } from '../../../hooks/use-late.ts';
import { usePositions } from '../../../hooks/use-positions.ts';
import { isRunning, useQuotations } from '../../../hooks/use-quotations.ts';
import { contractsWord } from '../../../texts/numbers.ts';
import { contractsText, nameOf, strikesText } from '../../../texts/position-texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { AskMakers } from './AskMakers.tsx';
import { newestAbout } from './about-position.ts';
import { QuotationCard } from './QuotationCard.tsx';
import { reasonText } from './quotation-texts.ts';
import { SplitPart } from './SplitPart.tsx';

/**
 * Closes a position by makers' offers. If a part was split off, the page continues with the part,
 * which is a separate position.
 */
export function CloseByOffers(props: {
  row: PositionRow;
  account: string;
  onDone: () => void;
  /** Opens similar options, after the position was closed. */
  onLater: () => void;
}) {
  const { account } = props;
  const hidden = useHidden();
  const rows = usePositions(account, 'open').data?.rows ?? [];
  const { data } = useQuotations(account);
  /** Address of the part that was split off. The page continues with this part. */
  const [part, setPart] = useState<string>();
  const sameSide = rows.filter(({ side }) => side === props.row.side);
  const row =
    sameSide.find(({ address }) => part !== undefined && isSameAddress(address, part)) ?? props.row;
  const parts = sameSide.filter(
    ({ splitFrom, state }) =>
      splitFrom !== undefined && isSameAddress(splitFrom, row.address) && state === 'open',
  );
  return (
    <div className="flex flex-col gap-4 p-4">
      <PageHeader title={i18n.t('quotations.title')} onBack={props.onDone} />
      <p className="text-sm font-semibold">
        {nameOf(row)} {strikesText(row)} · {hidden(contractsWord(contractsText(row)))}
      </p>
      {data === undefined
        ? null
        : parts.map((one) => (
            <SplitPart
              key={one.key}
              part={one}
              rest={row}
              request={newestAbout(one, data)}
              onGoOn={() => setPart(one.address)}
            />
          ))}
      <ClosingSteps
        key={row.key}
        row={row}
        account={account}
        onPart={setPart}
        onLater={props.onLater}
      />
    </div>
  );
}

/** Shows the running request about a position, or the form for a new request. */
function ClosingSteps(props: {
  row: PositionRow;
  account: string;
  onPart: (option: string) => void;
  onLater: () => void;
}) {
  const { row, account } = props;
  const { data, error, refetch } = useQuotations(account);
  const isLate = useLate(data === undefined && error === null ? 'quotations' : undefined);
  const latest = newestAbout(row, data);
  return (
    <>
      {error === null ? null : <Notice tone="bad">{reasonText(error)}</Notice>}
      {data === undefined ? (
        error === null ? (
          <Spinner label={i18n.t('quotations.reading')} />
        ) : null
      ) : (
        <>
          {latest === undefined ? null : (
            <QuotationCard account={account} view={latest} row={row} />
          )}
          {latest?.stage === 'settled' ? (
            <Button kind="quiet" onClick={props.onLater}>
              {i18n.t('quotations.later')}
            </Button>
          ) : null}
          {latest !== undefined && isRunning(latest) ? null : (
            <AskMakers
              row={row}
              account={account}
              isClosed={latest?.stage === 'settled'}
              onPart={props.onPart}
              onRead={() => void refetch()}
            />
          )}
        </>
      )}
      {isLate ? <Notice>{i18n.t('quotations.late')}</Notice> : null}
    </>
  );
}
