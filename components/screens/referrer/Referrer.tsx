import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { i18n } from '#i18n';
import { shortAddress } from '../../../shared/format.ts';
import type { ReferrerView } from '../../../shared/messages/market.ts';
import { useAction } from '../../hooks/use-action.ts';
import { useSnapshot, useWalletCall } from '../../hooks/use-wallet.ts';
import { amountText, exactText, tokenText } from '../../texts/numbers.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { FullAddress } from '../../ui/FullAddress.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Spinner } from '../../ui/Spinner.tsx';

const EVERY_MS = 15_000;

/** The account's earnings as a referrer by token, with buttons to withdraw them. */
export function Referrer(props: { onBack: () => void; onServices: () => void }) {
  const call = useWalletCall();
  const account = useSnapshot((snapshot) => snapshot.selected);
  const confirmed = useSnapshot(({ activity }) => activity.newestMined);
  const { data, error } = useQuery({
    queryKey: ['referrer', account, confirmed],
    queryFn: () => call('referrer.fees', {}),
    placeholderData: (previous) => previous,
    refetchInterval: EVERY_MS,
  });
  return (
    <div className="flex flex-col gap-4 p-4">
      <PageHeader title={i18n.t('referrer.title')} onBack={props.onBack} />
      <p className="text-sm text-pretty text-muted">{i18n.t('referrer.intro')}</p>
      {error === null ? null : <Notice tone="bad">{error.message}</Notice>}
      {data === undefined ? (
        error === null ? (
          <div className="flex justify-center p-8">
            <Spinner label={i18n.t('referrer.reading')} />
          </div>
        ) : null
      ) : (
        <>
          <Fees view={data} />
          <OwnReferrer view={data} onServices={props.onServices} />
        </>
      )}
    </div>
  );
}

function Fees({ view }: { view: ReferrerView }) {
  const call = useWalletCall();
  const [isSent, setIsSent] = useState(false);
  const claim = useAction(async (book: string, token: string) => {
    setIsSent(false);
    await call('referrer.claim', { book, token });
    setIsSent(true);
  });
  return (
    <>
      <Card className="flex flex-col gap-2 text-sm">
        <dl className="grid grid-cols-[auto_1fr] items-start gap-x-4 gap-y-2">
          <dt className="text-muted">{i18n.t('referrer.account')}</dt>
          <dd className="flex justify-end">
            <FullAddress address={view.account} />
          </dd>
          <dt className="text-muted">{i18n.t('referrer.share')}</dt>
          <dd className="text-end font-medium">
            {i18n.t('numbers.percent', { amount: amountText(BigInt(view.splitBps), 2) })}
          </dd>
        </dl>
        {view.splitBps === 0 ? <Notice>{i18n.t('referrer.unlisted')}</Notice> : null}
      </Card>
      <section className="flex flex-col gap-2">
        <h2 className="text-sm font-semibold">{i18n.t('referrer.fees')}</h2>
        {claim.problem === undefined ? null : <Notice tone="bad">{claim.problem}</Notice>}
        {claim.isRunning ? <Notice>{i18n.t('maker.confirming')}</Notice> : null}
        {isSent ? (
          <div role="status">
            <Notice>{i18n.t('referrer.claimed')}</Notice>
          </div>
        ) : null}
        {view.claimable.length === 0 ? (
          <div className="rounded-2xl bg-raised p-6 text-center">
            <p className="text-sm font-semibold">{i18n.t('referrer.none')}</p>
            <p className="pt-1 text-sm text-pretty text-muted">{i18n.t('referrer.noneText')}</p>
          </div>
        ) : (
          <ul
            className="divide-y divide-line overflow-hidden rounded-2xl border border-line bg-surface"
            data-testid="fees"
          >
            {view.claimable.map(({ book, isCurrentBook, token, symbol, amount, decimals }) => (
              <li
                key={`${book} ${token}`}
                className="flex items-center justify-between gap-3 px-4 py-3"
              >
                <span
                  className="text-sm font-semibold"
                  title={`${exactText(BigInt(amount), decimals)} ${symbol}`}
                >
                  {tokenText(BigInt(amount), { symbol, decimals })} {symbol}
                  {isCurrentBook ? null : (
                    <span className="block text-xs font-normal text-muted" title={book}>
                      {i18n.t('referrer.otherBook', { address: shortAddress(book) })}
                    </span>
                  )}
                </span>
                <Button
                  className="min-h-9"
                  disabled={claim.isRunning}
                  onClick={() => void claim.run(book, token)}
                >
                  {i18n.t('referrer.claim', { amount: symbol })}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  );
}

function OwnReferrer({ view, onServices }: { view: ReferrerView; onServices: () => void }) {
  return (
    <Card className="flex flex-col items-start gap-2 text-sm">
      <h2 className="font-semibold">{i18n.t('referrer.own')}</h2>
      <p className="max-w-full text-pretty break-words text-muted">
        {view.ownReferrer === undefined
          ? i18n.t('referrer.ownNone')
          : i18n.t('referrer.ownSome', { address: view.ownReferrer })}
      </p>
      <Button kind="quiet" onClick={onServices}>
        {i18n.t('referrer.change')}
      </Button>
    </Card>
  );
}
