import { i18n } from '#i18n';
import type { OtherVaultView } from '../../../shared/messages/snapshot.ts';
import { ageOf } from '../../ui/times.ts';

/** Returns where another vault is at home, its revision and its age. */
export function nameOf(vault: OtherVaultView, now: number): string {
  if (vault.kind === 'found') {
    return vault.revision === undefined
      ? i18n.t('otherVaults.foundDamaged')
      : i18n.t('otherVaults.found', { revision: vault.revision });
  }
  const facts = { revision: vault.revision, age: ageOf(vault.syncedAt, now) };
  return vault.home === 'device'
    ? i18n.t('otherVaults.onDevice', facts)
    : i18n.t('otherVaults.onServer', { ...facts, server: vault.server });
}
