import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { i18n } from '#i18n';
import { useAction } from '../../../hooks/use-action.ts';
import { useNow } from '../../../hooks/use-now.ts';
import { useSnapshot, useWalletCall } from '../../../hooks/use-wallet.ts';
import { ageOf } from '../../../texts/times.ts';
import { ActionButton } from '../../../ui/ActionButton.tsx';
import { later } from '../../../ui/later.tsx';
import { Mark } from '../../../ui/Mark.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { SiteAccessNotice } from '../../../ui/SiteAccessNotice.tsx';
import { SubPage } from '../../../ui/SubPage.tsx';
import { Warnings } from '../../../ui/Warnings.tsx';

const OtherVaults = later(
  async () => (await import('../other-vaults/OtherVaults.tsx')).OtherVaults,
);
const ForgetDevice = later(async () => (await import('./ForgetDevice.tsx')).ForgetDevice);

/**
 * Shows a single button. One passkey prompt both logs in and decrypts. While a site waits, the
 * screen doesn't offer to forget the device.
 */
export function Unlock({ isForSite = false }: { isForSite?: boolean }) {
  const call = useWalletCall();
  const vault = useSnapshot((snapshot) => snapshot.vault);
  const hasOtherVaults = useSnapshot((snapshot) => snapshot.otherVaults.length > 0) ?? false;
  const unlock = useAction(() => call('vault.unlock', {}));
  const now = useNow(10_000);
  const [isForgetting, setIsForgetting] = useState(false);
  if (isForgetting) {
    return (
      <main className="mx-auto flex min-h-full max-w-md flex-col">
        <SubPage title={i18n.t('forget.title')} onBack={() => setIsForgetting(false)}>
          <ForgetDevice />
        </SubPage>
      </main>
    );
  }
  return (
    <main
      className={`mx-auto flex w-full max-w-md flex-col items-center justify-between gap-6 p-8 text-center low:gap-3 low:p-4 ${isForSite ? 'flex-1' : 'min-h-full'}`}
    >
      <div className="flex flex-1 flex-col items-center justify-center gap-4">
        <span className="low:hidden">
          <Mark size={72} />
        </span>
        <h1 className="text-2xl font-semibold tracking-tight">{i18n.t('unlock.title')}</h1>
        <p className="max-w-72 text-sm text-pretty text-muted">{i18n.t('unlock.intro')}</p>
        <Warnings />
        <SiteAccessNotice />
        <Notice tone="bad">{unlock.problem}</Notice>
      </div>
      <div className="flex w-full flex-col gap-3">
        <ActionButton action={unlock} wide>
          <Fingerprint aria-hidden size={18} />
          {unlock.isRunning ? i18n.t('ceremony.followPrompt') : i18n.t('unlock.unlock')}
        </ActionButton>
        {vault?.status === 'locked' ? (
          <p className="text-xs text-muted">
            {vault.home === 'device'
              ? i18n.t('connectServer.locked', { revision: vault.revision })
              : i18n.t('unlock.synced', {
                  tenantName: vault.tenantName,
                  revision: vault.revision,
                  syncedAt: ageOf(vault.syncedAt, now),
                })}
          </p>
        ) : null}
        {hasOtherVaults ? <OtherVaults /> : null}
        {isForSite ? null : (
          <button
            type="button"
            className="self-center text-xs text-muted underline"
            onClick={() => setIsForgetting(true)}
          >
            {i18n.t('forget.title')}
          </button>
        )}
      </div>
    </main>
  );
}
