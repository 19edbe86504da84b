import { i18n } from '#i18n';
import { Notice } from '../../ui/Notice.tsx';

/** Tells a user of `npm start` that the browser simulates passkeys. */
export function SimulatedPasskeys() {
  return <Notice tone="warn">{i18n.t('passkeys.simulated')}</Notice>;
}
