import {
  ArrowDownLeft,
  ArrowUpRight,
  Globe,
  Lock,
  RefreshCw,
  Settings as SettingsIcon,
  Wallet,
} from 'lucide-react';
import { i18n } from '#i18n';
import { shortAddress } from '../../../shared/format.ts';
import type { BalanceView } from '../../../shared/messages/snapshot.ts';
import type { SyncState } from '../../../shared/messages/sync.ts';
import { useAction } from '../../hooks/use-action.ts';
import { useNow } from '../../hooks/use-now.ts';
import { useOnline } from '../../hooks/use-online.ts';
import { usePortfolioReads } from '../../hooks/use-portfolio-reads.ts';
import { useSnapshot, useWalletCall } from '../../hooks/use-wallet.ts';
import { ageOf } from '../../texts/times.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Identicon } from '../../ui/Identicon.tsx';
import { later } from '../../ui/later.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ConnectCard } from '../server/ConnectCard.tsx';
import { SlowedSites } from '../settings/SlowedSites.tsx';
import { SiteAccessNotice } from '../shell/SiteAccessNotice.tsx';
import { Warnings } from '../shell/Warnings.tsx';
import { SyncNotice } from '../sync/SyncNotice.tsx';
import { BackupNotice } from './BackupNotice.tsx';
import { BalanceRow } from './BalanceRow.tsx';
import { NewConflicts } from './NewConflicts.tsx';
import { TotalValue } from './TotalValue.tsx';

// Most accounts own no watched item, and rarely has another device changed something.
const CollectibleList = later(async () => (await import('./CollectibleList.tsx')).CollectibleList);
const ForeignChanges = later(async () => (await import('./ForeignChanges.tsx')).ForeignChanges);
/** Below the balances. Describing requests takes more code than the rest of Home. */
export const RecentActivity = later(
  async () => (await import('./RecentActivity.tsx')).RecentActivity,
);

/** The selected account: its name, its balances, and what is in progress. */
export function Home({
  onAddWallet,
  onSettings,
  onOpen,
}: {
  onAddWallet: () => void;
  onOpen: (page: 'send' | 'receive' | 'activity') => void;
  onSettings: (section?: 'passkeys' | 'sync') => void;
}) {
  const call = useWalletCall();
  const vault = useSnapshot((snapshot) => snapshot.vault);
  const selected = useSnapshot((snapshot) => snapshot.selected);
  const portfolio = useSnapshot((snapshot) => snapshot.portfolio);
  const pending = useSnapshot(({ activity }) => activity.pending) ?? 0;
  const siteCount = useSnapshot(({ sites }) => sites.count) ?? 0;
  const refresh = usePortfolioReads();
  const lock = useAction(() => call('vault.lock', {}));
  const now = useNow(5000);
  const isOnline = useOnline();
  if (vault?.status !== 'unlocked' || selected === undefined) return null;
  const accounts = vault.wallets.flatMap((wallet) => wallet.accounts);
  const account = accounts.find((candidate) => candidate.address === selected);
  const isEmpty = portfolio?.balances.every(({ amount }) => amount === '0') === true;
  return (
    <div className="flex flex-col gap-4 p-4">
      <h1 className="sr-only">{i18n.t('home.home')}</h1>
      <header className="flex items-center gap-1">
        <Identicon address={selected} />
        <div className="ml-2 min-w-0 flex-1">
          <label className="sr-only" htmlFor="account">
            {i18n.t('home.account')}
          </label>
          <select
            id="account"
            value={selected}
            onChange={(event) => void call('accounts.select', { address: event.target.value })}
            className="min-h-6 w-full truncate rounded-md bg-transparent text-sm font-semibold"
          >
            {accounts.map((candidate) => (
              <option key={candidate.address} value={candidate.address}>
                {candidate.name}
              </option>
            ))}
          </select>
          <p className="flex items-center gap-0.5 pl-1 text-xs text-muted">
            <span title={selected} data-testid="address">
              {shortAddress(selected)}
            </span>
            <CopyButton value={selected} label={i18n.t('home.copyAddress')} />
            {account?.kind === 'watch' ? <span>· {i18n.t('home.watchOnly')}</span> : null}
          </p>
        </div>
        <button
          type="button"
          aria-label={i18n.t('home.addWallet')}
          title={i18n.t('home.addWallet')}
          onClick={onAddWallet}
          className="rounded-xl p-2 text-muted hover:bg-raised hover:text-ink"
        >
          <Wallet aria-hidden size={18} />
        </button>
        <button
          type="button"
          aria-label={i18n.t('home.settings')}
          title={i18n.t('home.settings')}
          onClick={() => onSettings()}
          className="rounded-xl p-2 text-muted hover:bg-raised hover:text-ink"
        >
          <SettingsIcon aria-hidden size={18} />
        </button>
        <button
          type="button"
          aria-label={i18n.t('home.lock')}
          title={i18n.t('home.lock')}
          onClick={() => void lock.run()}
          className="rounded-xl p-2 text-muted hover:bg-raised hover:text-ink"
        >
          <Lock aria-hidden size={18} />
        </button>
      </header>
      <SlowedSites />
      <SiteAccessNotice />
      <BackupNotice onOpen={() => onSettings('passkeys')} />

      <section className="rounded-2xl bg-accent-soft p-5">
        <p className="text-xs text-muted">{i18n.t('home.totalValue')}</p>
        <TotalValue account={selected} tokensUsdCents={portfolio?.totalUsdCents} />
        {isEmpty ? <p className="mt-1 text-sm text-pretty">{i18n.t('home.needed')}</p> : null}
        <p className="mt-1 flex items-center gap-1 text-xs text-muted">
          <button
            type="button"
            aria-label={i18n.t('home.refreshBalances')}
            disabled={refresh.isRunning}
            onClick={() => void refresh.run()}
            className="rounded-md p-0.5 hover:text-ink"
          >
            <RefreshCw aria-hidden size={12} className={refresh.isRunning ? 'animate-spin' : ''} />
          </button>
          {portfolio === undefined
            ? i18n.t(
                refresh.problem === undefined && isOnline
                  ? 'home.readingBalances'
                  : 'home.notLoaded',
              )
            : i18n.t('home.asOf', { at: ageOf(portfolio.at, now) })}
          {hasUnpriced(portfolio?.balances) ? ` ${i18n.t('home.unpricedTokens')}` : ''}
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button
            kind={isEmpty ? 'quiet' : 'primary'}
            className={`flex-1 ${isEmpty ? 'order-last' : ''}`}
            onClick={() => onOpen('send')}
          >
            <ArrowUpRight aria-hidden size={16} /> {i18n.t('home.send')}
          </Button>
          <Button
            kind={isEmpty ? 'primary' : 'quiet'}
            className="flex-1"
            onClick={() => onOpen('receive')}
          >
            <ArrowDownLeft aria-hidden size={16} /> {i18n.t('home.receive')}
          </Button>
        </div>
      </section>
      <Warnings />
      {portfolio?.delegatedTo === undefined ? null : (
        <Notice tone="bad">
          <p className="font-semibold">{i18n.t('home.foreignCodeTitle')}</p>
          <p>{i18n.t('home.foreignCode', { address: shortAddress(portfolio.delegatedTo) })}</p>
        </Notice>
      )}
      {vault.foreignChanges.length === 0 ? null : (
        <ForeignChanges changes={vault.foreignChanges} onPasskeys={() => onSettings('passkeys')} />
      )}
      <SyncNotice onOpen={() => onSettings('sync')} />
      <NewConflicts conflicts={vault.conflicts} />
      {refresh.problem === undefined || !isOnline ? null : (
        <Notice tone="warn">{i18n.t('home.balancesFailed', { problem: refresh.problem })}</Notice>
      )}

      <Card flush>
        <h2 className="sr-only">{i18n.t('home.balances')}</h2>
        <ul className="divide-y divide-line">
          {(portfolio?.balances ?? []).map((balance) => (
            <BalanceRow key={`${balance.chainId}:${balance.token ?? ''}`} balance={balance} />
          ))}
          {portfolio === undefined
            ? ['ETH', 'USDC', 'WETH', 'cbBTC'].map((symbol) => (
                <li key={symbol} className="flex justify-between px-4 py-3 text-sm text-muted">
                  {symbol} <span>—</span>
                </li>
              ))
            : null}
        </ul>
      </Card>

      <CollectibleList account={selected} />
      {pending === 0 ? null : (
        <Notice>
          {i18n.t('home.pending', pending)}{' '}
          <button
            type="button"
            className="text-left font-semibold underline"
            onClick={() => onOpen('activity')}
          >
            {i18n.t('home.showPending')}
          </button>
        </Notice>
      )}
      <RecentActivity now={now} onMore={() => onOpen('activity')} />
      <ConnectCard onOpen={() => onSettings('sync')} />
      <footer className="flex flex-col gap-1 pb-2 text-xs text-muted">
        <p className="flex items-center gap-1.5">
          <RefreshCw aria-hidden size={12} /> {syncLine(vault, ageOf(vault.syncedAt, now))}
        </p>
        <p className="flex items-center gap-1.5">
          <Globe aria-hidden size={12} />
          {siteCount === 0 ? i18n.t('home.noSites') : i18n.t('home.connectedSites', siteCount)}
        </p>
      </footer>
    </div>
  );
}

/** Time of the last sync with the server. */
function syncLine(
  vault: { home: 'device' | 'server'; sync: SyncState; revision: number },
  age: string,
): string {
  const { revision } = vault;
  if (vault.home === 'device') return i18n.t('connectServer.footer', { revision });
  switch (vault.sync.kind) {
    case 'syncing':
      return i18n.t('sync.syncing');
    case 'synced':
      return i18n.t('home.synced', { syncedAt: age, revision });
    default:
      return i18n.t('sync.lastSynced', { age, revision });
  }
}

/** Returns true when the account holds something that the total can't include. */
function hasUnpriced(balances: readonly BalanceView[] = []): boolean {
  return balances.some(({ amount, usdCents }) => amount !== '0' && usdCents === undefined);
}
