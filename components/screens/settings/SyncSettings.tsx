import { useState } from 'react';
import { i18n } from '#i18n';
import type { SyncState } from '../../../shared/messages/sync.ts';
import { USABLE_BYTES } from '../../../shared/vault/fit.ts';
import { useAction } from '../../hooks/use-action.ts';
import { useNow } from '../../hooks/use-now.ts';
import { useSnapshot, useWalletCall } from '../../hooks/use-wallet.ts';
import { ageOf } from '../../texts/times.ts';
import { ActionButton } from '../../ui/ActionButton.tsx';
import { Card } from '../../ui/Card.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { StoredVaults } from '../vault/other-vaults/StoredVaults.tsx';
import { ConflictList } from '../vault/sync/ConflictList.tsx';
import { ConnectServer } from '../vault/sync/ConnectServer.tsx';
import { LeaveServer } from '../vault/sync/LeaveServer.tsx';
import { DivergenceCard } from '../vault/sync/MergeCards.tsx';
import { RefusedVault } from '../vault/sync/RefusedVault.tsx';
import { syncReason } from '../vault/sync/sync-reason.ts';

/** Shows where the vault is stored, the age of this device's copy, and sync conflicts. */
export function SyncSettings() {
  const call = useWalletCall();
  const vault = useSnapshot((snapshot) => snapshot.vault);
  const sync = useAction(() => call('vault.sync', {}));
  const now = useNow(5000);
  /** Address of the server that still has the old account, after the vault has left the server. */
  const [keptAt, setKeptAt] = useState<string>();
  const [isChange, setIsChange] = useState(false);
  if (vault?.status !== 'unlocked') return null;
  const isOnDevice = vault.home === 'device';
  const facts = [
    ...(isOnDevice
      ? [[i18n.t('sync.serverLabel'), i18n.t('connectServer.onDeviceOnly')] as const]
      : [
          [i18n.t('sync.serverLabel'), `${vault.tenantName} (${vault.tenantId})`] as const,
          [i18n.t('contacts.address'), vault.server] as const,
          [i18n.t('sync.boundTo'), vault.rpId] as const,
        ]),
    [i18n.t('sync.revisionLabel'), String(vault.revision)],
    ...(isOnDevice ? [] : [[i18n.t('sync.lastSync'), ageOf(vault.syncedAt, now)] as const]),
    ...(isOnDevice ? [] : [[i18n.t('sync.checkCode'), vault.checkCode] as const]),
    [
      i18n.t('sync.vaultSize'),
      i18n.t('sync.vaultSizeUsed', { used: kib(vault.usedBytes), most: kib(USABLE_BYTES) }),
    ],
  ] as const;
  return (
    <div className="flex flex-col gap-4">
      <Card>
        <Facts>
          {facts.map(([name, value]) => (
            <Fact key={name} label={name} text={value} />
          ))}
        </Facts>
      </Card>
      {isOnDevice && keptAt !== undefined ? (
        <Notice tone="warn">{i18n.t('connectServer.accountKept', { server: keptAt })}</Notice>
      ) : null}
      {isOnDevice ? (
        <ConnectServer isChange={isChange} />
      ) : (
        <SyncDetails sync={vault.sync} server={vault.tenantName} />
      )}
      {isOnDevice ? null : <p className="text-xs text-muted">{i18n.t('sync.checkCodeMeans')}</p>}
      <Notice tone="bad">{sync.problem}</Notice>
      {isOnDevice ? null : (
        <>
          <ActionButton action={sync} kind="quiet">
            {i18n.t('sync.now')}
          </ActionButton>
          {vault.canKeepHere ? (
            <LeaveServer
              server={vault.tenantName}
              onAccountKept={() => setKeptAt(vault.tenantName)}
              onChange={setIsChange}
            />
          ) : null}
        </>
      )}
      <StoredVaults />
      <ConflictList title={i18n.t('sync.conflicts')} conflicts={vault.conflicts} />
    </div>
  );
}

/** Explains why this device's copy isn't in sync, and what the user can do. */
function SyncDetails({ sync, server }: { sync: SyncState; server: string }) {
  switch (sync.kind) {
    case 'unchecked':
    case 'synced':
      return null;
    case 'syncing':
      return <Notice>{i18n.t('sync.syncing')}</Notice>;
    case 'offline':
      return (
        <Notice tone="warn">{i18n.t('sync.copyIsOpenForNow', { reason: syncReason(sync) })}</Notice>
      );
    case 'refused':
      // `ORIGIN_DENIED` means a wrong address, so a new account on the server wouldn't help.
      if (sync.code === 'ORIGIN_DENIED') return <Notice tone="warn">{syncReason(sync)}</Notice>;
      return <RefusedVault reason={syncReason(sync)} server={server} />;
    case 'older':
    case 'forked':
    case 'unverified':
      return <DivergenceCard kind={sync.kind} divergence={sync} />;
  }
}

/** Returns whole KiB, rounded up, so that a small vault isn't shown as empty. */
function kib(bytes: number): number {
  return Math.ceil(bytes / 1024);
}
