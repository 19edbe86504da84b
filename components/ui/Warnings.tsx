import { i18n } from '#i18n';
import { useSnapshot } from '../hooks/use-wallet.ts';
import { Notice } from './Notice.tsx';

/** Shows current problems until they are solved. */
export function Warnings() {
  const warnings = useSnapshot((snapshot) => snapshot.warnings) ?? [];
  return warnings.map((warning) => (
    <Notice key={warning} tone="warn">
      {i18n.t(`warnings.${warning}`)}
    </Notice>
  ));
}
