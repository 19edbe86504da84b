import { i18n } from '#i18n';
import { Mark } from '../../ui/Mark.tsx';

/** What this is and on whose work it stands. */
export function AboutSettings() {
  return (
    <div className="flex flex-col gap-4 text-sm">
      <div className="flex items-center gap-3">
        <Mark size={48} />
        <div>
          <p className="font-semibold">Condor</p>
          <p className="text-xs text-muted">{i18n.t('settings.aSelfCustodialWalletFor')}</p>
        </div>
      </div>
      <p className="text-muted">{i18n.t('settings.yourKeysNeverLeaveThis')}</p>
      <p className="text-muted">{i18n.t('settings.freeSoftwareUnderTheMit')}</p>
    </div>
  );
}
