import { useState } from 'react';
import { i18n } from '#i18n';
import type { OrderFilter } from '../../../../shared/messages/order-filter.ts';
import { isRunning, useQuotations } from '../../../hooks/use-quotations.ts';
import { useSnapshot } from '../../../hooks/use-wallet.ts';
import { Button } from '../../../ui/Button.tsx';
import { CardList } from '../../../ui/CardList.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { AskNewForm } from './AskNewForm.tsx';
import { LeftAllowances } from './LeftAllowances.tsx';
import { prefillOf } from './prefill.ts';
import { QuotationCard } from './QuotationCard.tsx';
import { reasonText } from './quotation-texts.ts';

/** Asks makers for an option that no maker quotes. Then shows the request with its offers. */
export function AskNew(props: {
  /** Filter of the order list, from which the form is filled. */
  filter?: OrderFilter;
  onBack: () => void;
  onPositions: () => void;
}) {
  const account = useSnapshot(({ selected }) => selected);
  const { data, error } = useQuotations(account);
  const [prefill] = useState(() => prefillOf(props.filter));
  /** Ids of requests that had ended when the form was sent; undefined while the form is shown. */
  const [ended, setEnded] = useState<ReadonlySet<bigint>>();
  const all = data?.quotations.filter(({ existing }) => existing === undefined) ?? [];
  const running = all.filter(isRunning);
  const shown = all.filter(({ id }) => ended?.has(id) === false);
  const follow = () => setEnded(new Set(all.filter((one) => !isRunning(one)).map(({ id }) => id)));
  return (
    <div className="flex flex-col gap-4 p-4">
      <PageHeader title={i18n.t('quotations.titleNew')} onBack={props.onBack} />
      {error === null ? null : <Notice tone="bad">{reasonText(error)}</Notice>}
      {account === undefined ? null : ended === undefined ? (
        <>
          {running.length === 0 ? null : (
            <Button kind="quiet" onClick={follow}>
              {i18n.t('quotations.openCount', running.length)}
            </Button>
          )}
          <AskNewForm account={account} prefill={prefill} onAsked={follow} />
        </>
      ) : (
        <>
          {shown.length === 0 ? <Spinner label={i18n.t('quotations.sent')} /> : null}
          <CardList testId="quotations" items={shown} keyOf={({ id }) => `${id}`}>
            {(view) => <QuotationCard account={account} view={view} />}
          </CardList>
          {shown.some(({ stage }) => stage === 'settled') ? (
            <Button onClick={props.onPositions}>{i18n.t('quotations.toPositions')}</Button>
          ) : null}
          <LeftAllowances account={account} allowances={data?.leftAllowances ?? []} />
          <Button kind="quiet" onClick={() => setEnded(undefined)}>
            {i18n.t('quotations.askMore')}
          </Button>
        </>
      )}
    </div>
  );
}
