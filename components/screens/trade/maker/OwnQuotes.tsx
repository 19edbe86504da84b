import { useQuery } from '@tanstack/react-query';
import { i18n } from '#i18n';
import { useAction } from '../../../hooks/use-action.ts';
import { useSnapshot, useWalletCall } from '../../../hooks/use-wallet.ts';
import { describeFailure } from '../../../texts/describe-failure.ts';
import { ActionButton } from '../../../ui/ActionButton.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { EarnedFees } from './EarnedFees.tsx';
import { OwnQuote } from './OwnQuote.tsx';

const EVERY_MS = 10_000;

/**
 * Shows the account's open orders as a maker, a button that cancels all of them, and the account's
 * fees as a referrer.
 */
export function OwnQuotes() {
  const call = useWalletCall();
  const account = useSnapshot((snapshot) => snapshot.selected);
  const mined = useSnapshot(({ activity }) => activity.newestMined);
  const { data, error } = useQuery({
    // The last mined transaction may have cancelled quotes, so the list is read again.
    queryKey: ['maker', account, mined],
    placeholderData: (previous) => previous,
    queryFn: () => call('maker.quotes', {}),
    refetchInterval: EVERY_MS,
  });
  const cancel = useAction(() => call('maker.cancelAll', {}));
  const rows = data?.rows ?? [];
  const problem = cancel.problem ?? error?.message;
  return (
    <>
      <section className="flex flex-col gap-3" data-testid="own-quotes">
        <h2 className="text-sm font-semibold">{i18n.t('maker.quotes')}</h2>
        {data?.problem === undefined ? null : (
          <Notice tone="warn">{describeFailure(data.problem)}</Notice>
        )}
        <Notice tone="bad">{problem}</Notice>
        {data === undefined && error === null ? (
          <Spinner label={i18n.t('maker.reading')} />
        ) : rows.length === 0 ? (
          <p className="text-sm text-muted">{i18n.t('maker.none')}</p>
        ) : (
          <ul className="divide-y divide-line overflow-hidden rounded-2xl border border-line bg-surface">
            {rows.map((row) => (
              <OwnQuote key={row.digest} row={row} />
            ))}
          </ul>
        )}
        <p className="text-xs text-pretty text-muted">{i18n.t('maker.cancelHow')}</p>
        <ActionButton action={cancel} kind="danger">
          {i18n.t('maker.cancelAll')}
        </ActionButton>
        {cancel.isRunning ? <Notice>{i18n.t('maker.confirming')}</Notice> : null}
        {cancel.isDone ? <Notice>{i18n.t('maker.sent')}</Notice> : null}
      </section>
      <EarnedFees />
    </>
  );
}
