import { i18n } from '#i18n';
import { isSameAddress } from '../../../shared/is-same-address.ts';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { useLate } from '../../hooks/use-late.ts';
import { isRunning, useQuotations } from '../../hooks/use-quotations.ts';
import { Notice } from '../../ui/Notice.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { nameOf, strikesText } from '../positions/position-texts.ts';
import { AskMakers } from './AskMakers.tsx';
import { QuotationCard } from './QuotationCard.tsx';
import { reasonText } from './quotation-texts.ts';

/** Closes a position by offers of makers: the running request, or the form for a new one. */
export function CloseByOffers(props: { row: PositionRow; account: string; onDone: () => void }) {
  const { row } = props;
  return (
    <div className="flex flex-col gap-4 p-4">
      <PageHeader title={i18n.t('quotations.title')} onBack={props.onDone} />
      <p className="text-sm font-semibold">
        {nameOf(row)} {strikesText(row)}
      </p>
      <ClosingSteps {...props} />
    </div>
  );
}

/** The same as a part of a page. */
export function ClosingSteps({ row, account }: { row: PositionRow; account: string }) {
  const { data, error } = useQuotations(account);
  const isLate = useLate(data === undefined && error === null ? 'quotations' : undefined);
  const [latest] = (data?.quotations ?? []).filter(
    ({ existing }) => existing !== undefined && isSameAddress(existing, row.address),
  );
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
          {latest !== undefined && isRunning(latest) ? null : (
            <AskMakers row={row} account={account} />
          )}
        </>
      )}
      {isLate ? <Notice>{i18n.t('quotations.late')}</Notice> : null}
    </>
  );
}
