import { i18n } from '#i18n';
import type { OtherVaultView } from '../../../../shared/messages/snapshot.ts';
import { ageOf } from '../../../texts/times.ts';

/** Names another vault by its home, revision, age and check code. */
export function nameOf(vault: OtherVaultView, now: number): string {
  if (vault.kind === 'found') {
    const { revision, checkCode: code } = vault;
    return revision === undefined || code === undefined
      ? i18n.t('otherVaults.foundDamaged')
      : i18n.t('otherVaults.found', { revision, code });
  }
  const { checkCode: code, revision } = vault;
  const facts = { revision, age: ageOf(vault.syncedAt, now), code };
  return vault.home === 'device'
    ? i18n.t('otherVaults.onDevice', facts)
    : i18n.t('otherVaults.onServer', { ...facts, server: vault.server });
}
