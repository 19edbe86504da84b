import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronRight, Megaphone, RefreshCw, Signature } from 'lucide-react';
import type { ComponentType } from 'react';
import { i18n } from '#i18n';
import type { MarketView } from '../../../shared/messages/market.ts';
import { useAction } from '../../hooks/use-action.ts';
import { useNow } from '../../hooks/use-now.ts';
import { useOnline } from '../../hooks/use-online.ts';
import { useWalletCall } from '../../hooks/use-wallet.ts';
import { describeFailure } from '../../texts/describe-failure.ts';
import { ageOf } from '../../texts/times.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { Statistics } from './Statistics.tsx';

const EVERY_MS = 60_000;

/** Statistics of the whole protocol from the indexer. */
export function Market({ onOpen }: { onOpen: (page: 'maker' | 'referrer') => void }) {
  const call = useWalletCall();
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: ['market'],
    queryFn: () => call('market.statistics', { fresh: false }),
    refetchInterval: EVERY_MS,
  });
  const renewal = useAction(async () => {
    queries.setQueryData(['market'], await call('market.statistics', { fresh: true }));
  });
  const now = useNow();
  const isOnline = useOnline();
  return (
    <div className="flex flex-col gap-4 p-4">
      <header className="flex items-center justify-between gap-2">
        <h1 className="text-lg font-semibold">{i18n.t('market.title')}</h1>
        <button
          type="button"
          onClick={() => void renewal.run()}
          disabled={renewal.isRunning}
          title={i18n.t('market.refresh')}
          className="flex min-h-7 items-center gap-1.5 rounded-lg px-2 text-xs text-muted hover:bg-raised"
        >
          <RefreshCw aria-hidden size={12} className={renewal.isRunning ? 'animate-spin' : ''} />
          {data?.at !== undefined
            ? ageOf(data.at, now)
            : i18n.t(data?.problem === undefined && isOnline ? 'orders.reading' : 'home.notLoaded')}
        </button>
      </header>
      {data?.problem === undefined || !isOnline ? null : (
        <Notice tone="warn">{describeFailure(data.problem)}</Notice>
      )}
      {renewal.problem === undefined ? null : <Notice tone="bad">{renewal.problem}</Notice>}
      {data?.statistics !== undefined && data.statistics.all.trades > 0 ? (
        <Statistics statistics={data.statistics} />
      ) : data === undefined ? (
        <div className="flex justify-center p-10">
          <Spinner label={i18n.t('market.reading')} />
        </div>
      ) : (
        <p className="rounded-2xl bg-raised p-6 text-center text-sm text-pretty text-muted">
          {i18n.t(isOnline ? wordsOfNothing(data) : 'ui.onceOnline')}
        </p>
      )}
      <nav aria-label={i18n.t('market.more')}>
        <ul className="divide-y divide-line overflow-hidden rounded-2xl border border-line bg-surface">
          <Entry
            Icon={Signature}
            title={i18n.t('maker.title')}
            text={i18n.t('market.makerText')}
            onOpen={() => onOpen('maker')}
          />
          <Entry
            Icon={Megaphone}
            title={i18n.t('referrer.title')}
            text={i18n.t('market.referrerText')}
            onOpen={() => onOpen('referrer')}
          />
        </ul>
      </nav>
    </div>
  );
}

function Entry(props: {
  Icon: ComponentType<{ size: number; className: string; 'aria-hidden': true }>;
  title: string;
  text: string;
  onOpen: () => void;
}) {
  const { Icon } = props;
  return (
    <li>
      <button
        type="button"
        onClick={props.onOpen}
        className="flex w-full items-center gap-3 px-4 py-3 text-start outline-offset-[-2px] hover:bg-raised"
      >
        <Icon aria-hidden size={18} className="shrink-0 text-accent" />
        <span className="min-w-0 flex-1">
          <span className="block text-sm font-medium">{props.title}</span>
          <span className="block text-xs text-muted">{props.text}</span>
        </span>
        <ChevronRight aria-hidden size={16} className="text-muted" />
      </button>
    </li>
  );
}

function wordsOfNothing({ problem, statistics }: MarketView) {
  if (problem !== undefined) return 'market.dead';
  return statistics === undefined ? 'market.none' : 'market.noTrades';
}
