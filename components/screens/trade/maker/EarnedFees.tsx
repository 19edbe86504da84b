import { useQuery } from '@tanstack/react-query';
import { i18n } from '#i18n';
import { shortAddress } from '../../../../shared/format.ts';
import type { ReferrerView } from '../../../../shared/messages/market.ts';
import { useAction } from '../../../hooks/use-action.ts';
import { useSnapshot, useWalletCall } from '../../../hooks/use-wallet.ts';
import { amountText, exactText, tokenText } from '../../../texts/numbers.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';

const EVERY_MS = 15_000;

/** Shows the fees that the account earned as a referrer, by token, with buttons to claim them. */
export function EarnedFees() {
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
    <section className="flex flex-col gap-3" data-testid="fees">
      <h2 className="text-sm font-semibold">{i18n.t('maker.fees')}</h2>
      {error === null ? null : <Notice tone="bad">{error.message}</Notice>}
      {data === undefined ? (
        error === null ? (
          <Spinner label={i18n.t('maker.readingFees')} />
        ) : null
      ) : (
        <Fees view={data} />
      )}
    </section>
  );
}

function Fees({ view }: { view: ReferrerView }) {
  const call = useWalletCall();
  const claim = useAction((book: string, token: string) => call('referrer.claim', { book, token }));
  return (
    <>
      <p className="text-xs text-pretty text-muted">
        {view.splitBps === 0
          ? i18n.t('maker.unlisted')
          : i18n.t('maker.share', {
              share: i18n.t('numbers.percent', { amount: amountText(BigInt(view.splitBps), 2) }),
            })}
      </p>
      {view.claimable.length === 0 ? (
        <p className="text-sm text-muted">{i18n.t('maker.noFees')}</p>
      ) : (
        <ul className="divide-y divide-line overflow-hidden rounded-2xl border border-line bg-surface">
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
                    {i18n.t('maker.otherBook', { address: shortAddress(book) })}
                  </span>
                )}
              </span>
              <Button
                className="min-h-9"
                disabled={claim.isRunning}
                onClick={() => void claim.run(book, token)}
              >
                {i18n.t('maker.claim', { amount: symbol })}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Notice tone="bad">{claim.problem}</Notice>
      {claim.isRunning ? <Notice>{i18n.t('maker.confirming')}</Notice> : null}
      {claim.isDone ? <Notice>{i18n.t('maker.claimed')}</Notice> : null}
    </>
  );
}
