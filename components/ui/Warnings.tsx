import { i18n } from '#i18n';
import type { WarningCode } from '../../shared/messages/snapshot.ts';
import { useSnapshot } from '../hooks/use-wallet.ts';
import { Notice } from './Notice.tsx';

const TEXTS = {
  'outgoing-unblocked': 'warnings.outgoingUnblocked',
  'address-denied': 'warnings.addressDenied',
  'last-save-unknown': 'warnings.lastSaveUnknown',
  'last-save-missing': 'warnings.lastSaveMissing',
  'wallet-not-saved': 'warnings.walletNotSaved',
  'wallets-not-restored': 'warnings.walletsNotRestored',
  'account-not-saved': 'warnings.accountNotSaved',
  'passkey-not-saved': 'warnings.passkeyNotSaved',
  'vault-record-repaired': 'warnings.vaultRecordRepaired',
  'passkey-not-removed': 'warnings.passkeyNotRemoved',
} as const satisfies Record<WarningCode, string>;

/** Shows current problems until they are solved. */
export function Warnings() {
  const warnings = useSnapshot((snapshot) => snapshot.warnings) ?? [];
  return warnings.map((warning) => (
    <Notice key={warning} tone="warn">
      {i18n.t(TEXTS[warning])}
    </Notice>
  ));
}
