import { ArrowDownLeft, ArrowUpRight, RefreshCw } from 'lucide-react';
import { i18n } from '#i18n';
import type { BalanceView, PortfolioView } from '../../../../shared/messages/portfolio.ts';
import { ageOf } from '../../../texts/times.ts';
import { AmountsSwitch } from '../../../ui/AmountsSwitch.tsx';
import { Button } from '../../../ui/Button.tsx';
import { TotalValue } from './TotalValue.tsx';

/** Shows the account’s total value and when it was read, with buttons to send and to receive. */
export function TotalCard(props: {
  account: string;
  portfolio: PortfolioView | undefined;
  refresh: { readonly isRunning: boolean; run(): unknown };
  /** True if the balances can be read again now. */
  isReadable: boolean;
  now: number;
  onOpen: (page: 'send' | 'receive') => void;
}) {
  const { portfolio, refresh } = props;
  const isEmpty = portfolio?.balances.every(({ amount }) => amount === 0n) === true;
  return (
    <section className="rounded-2xl bg-accent-soft p-5">
      <div className="flex items-center justify-between gap-2">
        <p className="text-xs text-muted">{i18n.t('home.totalValue')}</p>
        <AmountsSwitch />
      </div>
      <TotalValue account={props.account} tokensUsdCents={portfolio?.totalUsdCents} />
      {isEmpty ? <p className="mt-1 text-sm text-pretty">{i18n.t('home.needed')}</p> : null}
      <p className="mt-1 flex items-center gap-1 text-xs text-muted">
        <button
          type="button"
          aria-label={i18n.t('home.refreshBalances')}
          disabled={refresh.isRunning}
          onClick={() => refresh.run()}
          className="rounded-md p-0.5 hover:text-ink"
        >
          <RefreshCw aria-hidden size={12} className={refresh.isRunning ? 'animate-spin' : ''} />
        </button>
        {portfolio === undefined
          ? i18n.t(props.isReadable ? 'home.readingBalances' : 'home.notLoaded')
          : i18n.t('home.asOf', { at: ageOf(portfolio.at, props.now) })}
        {hasUnpriced(portfolio?.balances) ? ` ${i18n.t('home.unpricedTokens')}` : ''}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          kind={isEmpty ? 'quiet' : 'primary'}
          className={`flex-1 ${isEmpty ? 'order-last' : ''}`}
          onClick={() => props.onOpen('send')}
        >
          <ArrowUpRight aria-hidden size={16} /> {i18n.t('home.send')}
        </Button>
        <Button
          kind={isEmpty ? 'primary' : 'quiet'}
          className="flex-1"
          onClick={() => props.onOpen('receive')}
        >
          <ArrowDownLeft aria-hidden size={16} /> {i18n.t('home.receive')}
        </Button>
      </div>
    </section>
  );
}

/** Returns true when the account holds something that the total can't include. */
function hasUnpriced(balances: readonly BalanceView[] = []): boolean {
  return balances.some(({ amount, usdCents }) => amount !== 0n && usdCents === undefined);
}
