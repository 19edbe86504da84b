import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { i18n } from '#i18n';
import { useAction } from '../../hooks/use-action.ts';
import { useSnapshot, useWalletCall } from '../../hooks/use-wallet.ts';
import { describeFailure } from '../../texts/describe-failure.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { Cutoff } from './Cutoff.tsx';
import { MakerRow } from './MakerRow.tsx';

/** Most quotes to cancel in one transaction, because of the block gas limit. */
const MOST_AT_ONCE = 100;
const EVERY_MS = 10_000;

/** The account's open quotes: cancel one, several, or all that expire before a time. */
export function Maker({ onBack }: { onBack: () => void }) {
  const call = useWalletCall();
  const account = useSnapshot((snapshot) => snapshot.selected);
  const mined = useSnapshot(({ activity }) => activity.newestMined);
  const { data, error } = useQuery({
    // A cancellation that was just mined ends quotes, so the list is read again.
    queryKey: ['maker', account, mined],
    placeholderData: (previous) => previous,
    queryFn: () => call('maker.orders', {}),
    refetchInterval: EVERY_MS,
  });
  const [selected, setSelected] = useState<readonly string[]>([]);
  const [isSent, setIsSent] = useState(false);
  const cancel = useAction(async (digests: readonly string[]) => {
    setIsSent(false);
    await call('maker.cancel', { digests: [...digests] });
    setSelected([]);
    setIsSent(true);
  });
  const cutoff = useAction(async (at: number) => {
    setIsSent(false);
    await call('maker.cancelBefore', { cutoff: at });
    setIsSent(true);
  });
  const orders = data?.orders ?? [];
  // Quotes leave the feeds by themselves and need no cancellation then.
  const live = selected.filter((digest) => orders.some(({ row }) => row.digest === digest));
  const isRunning = cancel.isRunning || cutoff.isRunning;
  const problem = cancel.problem ?? cutoff.problem ?? error?.message;
  return (
    <div className="flex flex-col gap-4 p-4">
      <PageHeader title={i18n.t('maker.title')} onBack={onBack} />
      <p className="text-sm text-pretty text-muted">{i18n.t('maker.intro')}</p>
      {data?.problem === undefined ? null : (
        <Notice tone="warn">{describeFailure(data.problem)}</Notice>
      )}
      {problem === undefined ? null : <Notice tone="bad">{problem}</Notice>}
      {isRunning ? <Notice>{i18n.t('maker.confirming')}</Notice> : null}
      {isSent ? (
        <div role="status">
          <Notice>{i18n.t('maker.sent')}</Notice>
        </div>
      ) : null}
      {data === undefined && error === null ? (
        <div className="flex justify-center p-8">
          <Spinner label={i18n.t('maker.reading')} />
        </div>
      ) : orders.length === 0 ? (
        <div className="rounded-2xl bg-raised p-6 text-center">
          <p className="text-sm font-semibold">{i18n.t('maker.none')}</p>
          <p className="pt-1 text-sm text-pretty text-muted">{i18n.t('maker.noneText')}</p>
        </div>
      ) : (
        <>
          <ul
            className="divide-y divide-line overflow-hidden rounded-2xl border border-line bg-surface"
            data-testid="own-orders"
          >
            {orders.map((order) => (
              <MakerRow
                key={order.row.digest}
                order={order}
                isSelected={live.includes(order.row.digest)}
                isDisabled={isRunning}
                onSelect={(isOn) =>
                  setSelected(
                    isOn
                      ? [...live, order.row.digest]
                      : live.filter((digest) => digest !== order.row.digest),
                  )
                }
                onCancel={() => void cancel.run([order.row.digest])}
              />
            ))}
          </ul>
          {orders.length === 1 ? null : (
            <div className="flex gap-2">
              <Button
                kind="quiet"
                className="flex-1"
                disabled={isRunning || live.length === Math.min(orders.length, MOST_AT_ONCE)}
                onClick={() =>
                  setSelected(orders.slice(0, MOST_AT_ONCE).map(({ row }) => row.digest))
                }
              >
                {i18n.t('maker.selectAll')}
              </Button>
              <Button
                kind="danger"
                className="flex-1"
                disabled={isRunning || live.length === 0}
                onClick={() => void cancel.run(live)}
              >
                {live.length === 0
                  ? i18n.t('maker.cancelSelected')
                  : i18n.t('maker.cancelMany', live.length)}
              </Button>
            </div>
          )}
        </>
      )}
      <Cutoff key={account} isDisabled={isRunning} onCancel={(at) => void cutoff.run(at)} />
    </div>
  );
}
