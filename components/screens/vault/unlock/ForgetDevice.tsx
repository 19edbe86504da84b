import { i18n } from '#i18n';
import type { VaultView } from '../../../../shared/messages/snapshot.ts';
import type { SyncState } from '../../../../shared/messages/sync.ts';
import { backupGap, recoveryFileAt } from '../../../hooks/backup-gap.ts';
import { useAction } from '../../../hooks/use-action.ts';
import { useNow } from '../../../hooks/use-now.ts';
import { useSnapshot, useWalletCall } from '../../../hooks/use-wallet.ts';
import { ageOf } from '../../../texts/times.ts';
import { Card } from '../../../ui/Card.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Warnings } from '../../../ui/Warnings.tsx';
import { WordForm } from '../../../ui/WordForm.tsx';
import { DeletedVaults } from '../other-vaults/DeletedVaults.tsx';

/** Removes the vault from this device, after the user has read what is lost and typed a word. */
export function ForgetDevice() {
  const call = useWalletCall();
  const vault = useSnapshot((snapshot) => snapshot.vault);
  const now = useNow(10_000);
  const forget = useAction(() => call('vault.forget', { word: 'forget' }));
  if (vault?.status !== 'locked' && vault?.status !== 'unlocked') return null;
  const gap = vault.status === 'unlocked' ? backupGap({ ...vault, passkeys: [] }) : undefined;
  return (
    <WordForm
      word={i18n.t('forget.word')}
      button={i18n.t('forget.forget')}
      action={forget}
      className="gap-4"
    >
      <p className="text-sm">{i18n.t('forget.whatHappens')}</p>
      <Warnings />
      <Card className="flex flex-col gap-3">
        <h2 className="text-sm font-semibold">{i18n.t('forget.wayBack')}</h2>
        <ServerCopy vault={vault} age={ageOf(vault.syncedAt, now)} />
        <p className="text-sm">{recoveryFileText(vault, now)}</p>
        {gap?.kind === 'newer' ? (
          <Notice tone="warn">
            {i18n.t('forget.recoveryFileLacks', { names: gap.names.join(', ') })}
          </Notice>
        ) : null}
        <p className="text-sm">
          {i18n.t(vault.home === 'device' ? 'forget.passkeysUseless' : 'forget.passkeysStay')}
        </p>
        <DeletedVaults />
      </Card>
    </WordForm>
  );
}

type KnownVault = Extract<VaultView, { status: 'locked' | 'unlocked' }>;

/**
 * Describes the recovery file. A locked wallet doesn't know whether the user has saved a recovery
 * file.
 */
function recoveryFileText(vault: KnownVault, now: number): string {
  if (vault.status === 'locked') return i18n.t('forget.unknownRecoveryFile');
  const savedAt = recoveryFileAt(vault.backups);
  return savedAt === undefined
    ? i18n.t('forget.noRecoveryFile')
    : i18n.t('forget.recoveryFile', { age: ageOf(savedAt, now) });
}

function ServerCopy({ vault, age }: { vault: KnownVault; age: string }) {
  const sync: SyncState = vault.status === 'unlocked' ? vault.sync : { kind: 'unchecked' };
  if (vault.home === 'device') {
    return <Notice tone="bad">{i18n.t('connectServer.forgetLoses')}</Notice>;
  }
  const facts = { server: vault.tenantName, revision: vault.revision, age };
  switch (sync.kind) {
    case 'synced':
      return <p className="text-sm">{i18n.t('forget.serverHasIt', facts)}</p>;
    case 'unchecked':
    case 'syncing':
    case 'offline':
      return (
        <Notice tone="warn">
          {i18n.t(vault.status === 'locked' ? 'forget.lockedUnchecked' : 'forget.unchecked', facts)}
        </Notice>
      );
    case 'refused':
      return <Notice tone="bad">{i18n.t('forget.serverRefuses', facts)}</Notice>;
    case 'older':
    case 'forked':
    case 'unverified':
      return (
        <Notice tone="bad">
          {i18n.t('forget.serverHasOther', sync.missing.length, {
            ...facts,
            offered: sync.offered.revision,
          })}
        </Notice>
      );
  }
}
