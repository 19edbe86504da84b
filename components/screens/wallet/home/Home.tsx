import { Globe, RefreshCw } from 'lucide-react';
import { i18n } from '#i18n';
import type { PortfolioView } from '../../../../shared/messages/portfolio.ts';
import type { SyncState } from '../../../../shared/messages/sync.ts';
import { useNow } from '../../../hooks/use-now.ts';
import { ageOf } from '../../../texts/times.ts';
import { Card } from '../../../ui/Card.tsx';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import { later } from '../../../ui/later.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { SiteAccessNotice } from '../../../ui/SiteAccessNotice.tsx';
import { Warnings } from '../../../ui/Warnings.tsx';
import { ConnectCard } from '../../vault/sync/ConnectCard.tsx';
import { SyncNotice } from '../../vault/sync/SyncNotice.tsx';
import { AccountHeader } from './AccountHeader.tsx';
import { BackupNotice } from './BackupNotice.tsx';
import { BalanceRow } from './BalanceRow.tsx';
import { NewConflicts } from './NewConflicts.tsx';
import { SlowedSites } from './SlowedSites.tsx';
import { TotalCard } from './TotalCard.tsx';
import { useHome } from './use-home.ts';

// These components are loaded only when needed. Most accounts have no fired alerts and no code, and
// other devices rarely change anything.
const FiredAlerts = later(async () => (await import('./FiredAlerts.tsx')).FiredAlerts);
const ForeignCode = later(async () => (await import('./ForeignCode.tsx')).ForeignCode);
const ForeignChanges = later(async () => (await import('./ForeignChanges.tsx')).ForeignChanges);
/** The list is loaded later, because it is below the balances and needs much code. */
const RecentActivity = later(async () => (await import('./RecentActivity.tsx')).RecentActivity);

interface HomeProps {
  readonly onAddWallet: () => void;
  readonly onOpen: (page: 'send' | 'receive') => void;
  readonly onActivity: () => void;
  readonly onSettings: (section?: 'passkeys' | 'sync') => void;
}

/** Shows the selected account: its name, its balances, and running procedures. */
export function Home(props: HomeProps) {
  return <HomeView {...props} {...useHome()} />;
}

export function HomeView(props: HomeProps & ReturnType<typeof useHome>) {
  const { onAddWallet, onSettings, onOpen, onActivity, vault, selected, portfolio } = props;
  const { pending, siteCount, hasLostCode, firedCount, refresh, isOnline } = props;
  const now = useNow(5000);
  if (vault?.status !== 'unlocked' || selected === undefined) return null;
  return (
    <div className="flex flex-col gap-4 p-4">
      <h1 className="sr-only">{i18n.t('home.home')}</h1>
      <AccountHeader
        selected={selected}
        onAddWallet={onAddWallet}
        onSettings={() => onSettings()}
      />
      {firedCount === 0 ? null : <FiredAlerts count={firedCount} />}
      <SlowedSites />
      <SiteAccessNotice />
      <BackupNotice onOpen={() => onSettings('passkeys')} />

      <TotalCard
        account={selected}
        portfolio={portfolio}
        refresh={refresh}
        isReadable={refresh.problem === undefined && isOnline}
        now={now}
        onOpen={onOpen}
      />
      <Warnings />
      {portfolio?.delegatedTo === undefined && !hasLostCode ? null : (
        <ForeignCode
          account={selected}
          delegate={portfolio?.delegatedTo}
          onNewAccount={onAddWallet}
          onSend={() => onOpen('send')}
        />
      )}
      {vault.foreignChanges.length === 0 ? null : (
        <ForeignChanges changes={vault.foreignChanges} onPasskeys={() => onSettings('passkeys')} />
      )}
      <SyncNotice onOpen={() => onSettings('sync')} />
      <NewConflicts conflicts={vault.conflicts} />
      {refresh.problem === undefined || !isOnline ? null : (
        <Notice tone="warn">{i18n.t('home.balancesFailed', { problem: refresh.problem })}</Notice>
      )}

      <Balances portfolio={portfolio} />

      {pending === 0 ? null : (
        <Notice>
          {i18n.t('home.pending', pending)}{' '}
          <LinkButton onClick={onActivity}>{i18n.t('home.showPending')}</LinkButton>
        </Notice>
      )}
      <RecentActivity now={now} onMore={onActivity} />
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

function Balances({ portfolio }: { portfolio: PortfolioView | undefined }) {
  return (
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
  );
}

/** Returns the line about the last sync with the server. */
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
