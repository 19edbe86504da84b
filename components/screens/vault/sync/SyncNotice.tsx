import { i18n } from '#i18n';
import { useSnapshot } from '../../../hooks/use-wallet.ts';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { syncReason } from './sync-reason.ts';

/** Shows on Home that the wallet doesn't use the server's vault, with a link to the settings. */
export function SyncNotice({ onOpen }: { onOpen: () => void }) {
  const vault = useSnapshot((snapshot) => snapshot.vault);
  if (vault?.status !== 'unlocked') return null;
  const { sync } = vault;
  switch (sync.kind) {
    case 'unchecked':
    case 'syncing':
    case 'synced':
      return null;
    case 'offline':
      return (
        <Notice tone="warn">
          {i18n.t('sync.copyIsOpenForNow', { reason: syncReason(sync) })}{' '}
          <LinkButton onClick={onOpen}>{i18n.t('sync.trySyncingAgain')}</LinkButton>
        </Notice>
      );
    case 'refused':
      return (
        <Notice tone="warn">
          {i18n.t('sync.copyIsOpen', { reason: syncReason(sync) })}{' '}
          <LinkButton onClick={onOpen}>{i18n.t('sync.seeWhatToDo')}</LinkButton>
        </Notice>
      );
    case 'older':
    case 'forked':
    case 'unverified':
      return (
        <Notice tone={sync.kind === 'unverified' ? 'bad' : 'warn'}>
          <strong className="block">{i18n.t(`sync.${sync.kind}Title`)}</strong>
          {i18n.t(`sync.${sync.kind}Reason`)}{' '}
          <LinkButton onClick={onOpen}>{i18n.t('sync.review')}</LinkButton>
        </Notice>
      );
  }
}
