import { i18n } from '#i18n';
import type { OtherVaultView } from '../../../../shared/messages/snapshot.ts';
import { useNow } from '../../../hooks/use-now.ts';
import { useSnapshot } from '../../../hooks/use-wallet.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { nameOf } from './name-of.ts';

/**
 * Names the other vaults that are deleted when the user forgets the device, and their contents that
 * are lost.
 */
export function DeletedVaults() {
  const vaults = useSnapshot((snapshot) => snapshot.otherVaults) ?? [];
  const now = useNow(10_000);
  return vaults.map((vault) => (
    <Notice key={vault.id} tone={isOnlyHere(vault) ? 'bad' : 'warn'}>
      <strong className="block">{nameOf(vault, now)}</strong>
      {i18n.t(lossOf(vault), { server: vault.kind === 'former' ? vault.server : '' })}
    </Notice>
  ));
}

function isOnlyHere(vault: OtherVaultView): boolean {
  return vault.kind === 'found' || (vault.isKept && vault.home === 'device');
}

function lossOf(vault: OtherVaultView) {
  if (vault.kind === 'found') return 'otherVaults.lossFound';
  if (!vault.isKept) return 'otherVaults.lossRetired';
  return vault.home === 'device' ? 'otherVaults.lossDevice' : 'otherVaults.lossServer';
}
