import { useState } from 'react';
import { i18n } from '#i18n';
import { useSnapshot } from '../../../hooks/use-wallet.ts';
import { Back } from '../../../ui/Back.tsx';
import { later } from '../../../ui/later.tsx';
import { Mark } from '../../../ui/Mark.tsx';
import { ImportKeystore } from '../add-wallet/ImportKeystore.tsx';
import { ImportWallet } from '../add-wallet/ImportWallet.tsx';
import { RestoreRecovery } from '../add-wallet/RestoreRecovery.tsx';
import { Begin } from './Begin.tsx';
import { type Bringing, HaveWallet } from './HaveWallet.tsx';
import { Onboarding } from './Onboarding.tsx';

const LiveOrders = later(async () => (await import('./LiveOrders.tsx')).LiveOrders);

type Step = 'begin' | 'have' | 'orders' | Bringing;

/**
 * Sets up the wallet. One button creates a vault on this device with its first wallet; other ways
 * need one more step. Ends when the vault is open.
 */
export function FirstRun({ isForSite = false }: { isForSite?: boolean }) {
  const canKeepHere = useSnapshot(({ vault }) => vault.status === 'empty' && vault.canKeepHere);
  const [step, setStep] = useState<Step>('begin');
  if (step === 'orders') return <LiveOrders onBack={() => setStep('begin')} />;
  if (step === 'begin') {
    return (
      <Begin
        canKeepHere={canKeepHere ?? false}
        isForSite={isForSite}
        onHave={() => setStep(canKeepHere ? 'have' : 'server')}
        onOrders={() => setStep('orders')}
      />
    );
  }
  const back = () => setStep(step === 'have' || !canKeepHere ? 'begin' : 'have');
  if (step === 'server') {
    return (
      <div className="mx-auto flex w-full max-w-md flex-1 flex-col">
        <Onboarding
          intent={canKeepHere ? 'signIn' : 'createOrSignIn'}
          onRestore={canKeepHere ? () => setStep('restore') : undefined}
        />
        <Back onBack={back} />
      </div>
    );
  }
  return (
    <main className="mx-auto flex w-full max-w-md flex-1 flex-col gap-5 p-6">
      <header className="flex items-center gap-3 pt-2">
        <Mark size={40} />
        <h1 className="text-lg font-semibold">{i18n.t('firstRun.haveTitle')}</h1>
      </header>
      {step === 'have' ? (
        <HaveWallet onChoose={setStep} />
      ) : step === 'import' ? (
        <ImportWallet command="vault.beginImport" onDone={done} />
      ) : step === 'keystore' ? (
        <ImportKeystore command="vault.beginKeystore" onDone={done} />
      ) : (
        <RestoreRecovery command="vault.beginRestore" onDone={done} />
      )}
      <Back onBack={back} />
    </main>
  );
}

/** Does nothing, because the open vault replaces this screen. */
const done = () => undefined;
