import { Fingerprint } from 'lucide-react';
import { i18n } from '#i18n';
import { useAction } from '../../../hooks/use-action.ts';
import { useSnapshot, useWalletCall } from '../../../hooks/use-wallet.ts';
import { accountNames } from '../../../texts/account-names.ts';
import { ActionButton } from '../../../ui/ActionButton.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Mark } from '../../../ui/Mark.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { OuterLink } from '../../../ui/OuterLink.tsx';
import { OtherVaults } from '../other-vaults/OtherVaults.tsx';
import { PasskeyHelp } from './PasskeyHelp.tsx';

/** A browser in which Condor works without a server. */
const CHROMIUM_URL = 'https://www.chromium.org/getting-involved/download-chromium/';

/**
 * Creates a wallet with one button and a passkey. In a browser whose extensions can't use passkeys,
 * offers a vault server instead.
 */
export function Begin(props: {
  canKeepHere: boolean;
  /** True while a site waits. The page then has no links that leave the set-up. */
  isForSite: boolean;
  onHave: () => void;
  onOrders: () => void;
}) {
  const { canKeepHere, isForSite, onHave, onOrders } = props;
  const call = useWalletCall();
  const create = useAction(() =>
    call('vault.beginNew', { name: i18n.t('addWallet.mainName'), accountNames: accountNames() }),
  );
  return (
    <main
      className={`mx-auto flex w-full max-w-md flex-col items-center justify-between gap-6 p-8 text-center low:gap-3 low:p-4 ${isForSite ? 'flex-1' : 'min-h-full'}`}
    >
      <div className="flex flex-1 flex-col items-center justify-center gap-4">
        <span className="low:hidden">
          <Mark size={isForSite ? 64 : 88} />
        </span>
        <h1 className="text-2xl font-semibold tracking-tight">{i18n.t('onboarding.title')}</h1>
        <p className="max-w-72 text-sm text-pretty text-muted">{i18n.t('firstRun.welcome')}</p>
        <OtherVaults />
        {canKeepHere ? null : <NeedsServer />}
        {create.problem === undefined ? null : (
          <>
            <Notice tone="bad">{create.problem}</Notice>
            <PasskeyHelp />
          </>
        )}
      </div>
      <div className="flex w-full flex-col gap-3">
        {canKeepHere ? (
          <ActionButton action={create} wide>
            <Fingerprint aria-hidden size={18} />
            {create.isRunning ? i18n.t('ceremony.followPrompt') : i18n.t('firstRun.create')}
          </ActionButton>
        ) : null}
        <Button
          wide
          kind={canKeepHere ? 'quiet' : 'primary'}
          disabled={create.isRunning}
          onClick={onHave}
        >
          {i18n.t(canKeepHere ? 'firstRun.have' : 'firstRun.useServer')}
        </Button>
        {isForSite ? null : (
          <Button kind="plain" onClick={onOrders}>
            {i18n.t('firstRun.seeOrders')}
          </Button>
        )}
        <PhishingNote />
      </div>
    </main>
  );
}

/**
 * Names the server of the phishing list. Condor contacts only this server without asking the user.
 */
function PhishingNote() {
  const list = useSnapshot(({ phishingList }) => phishingList);
  if (list?.isWeekly !== true) return null;
  return (
    <p className="text-xs text-pretty text-muted">
      {i18n.t('firstRun.phishingList', { host: new URL(list.source).host })}
    </p>
  );
}

/** Explains why this browser needs a vault server, and which alternatives the user has. */
function NeedsServer() {
  return (
    <Notice>
      {i18n.t('firstRun.needsServer')}{' '}
      <OuterLink href={CHROMIUM_URL}>{i18n.t('firstRun.getChromium')}</OuterLink>
    </Notice>
  );
}
