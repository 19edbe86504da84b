import { ArchiveRestore, FileKey, Import, Sprout } from 'lucide-react';
import { useState } from 'react';
import { i18n } from '#i18n';
import { Back } from '../../../ui/Back.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Choice } from '../../../ui/Choice.tsx';
import { Mark } from '../../../ui/Mark.tsx';
import { CreateWallet } from './CreateWallet.tsx';
import { ImportKeystore } from './ImportKeystore.tsx';
import { ImportWallet } from './ImportWallet.tsx';
import { RestoreRecovery } from './RestoreRecovery.tsx';

type Step = 'choose' | 'create' | 'import' | 'keystore' | 'restore';

const WAYS = [
  ['create', Sprout, 'addWallet.create', 'addWallet.createHint'],
  ['import', Import, 'addWallet.import', 'addWallet.importHint'],
  ['keystore', FileKey, 'addWallet.keystore', 'addWallet.keystoreHint'],
  ['restore', ArchiveRestore, 'addWallet.restore', 'addWallet.restoreHint'],
] as const;

/** Creates or imports a wallet. Each way ends with one passkey prompt that saves the vault. */
export function AddWallet({ onDone, onCancel }: { onDone: () => void; onCancel?: () => void }) {
  const [step, setStep] = useState<Step>('choose');
  return (
    <main className="mx-auto flex w-full max-w-md flex-1 flex-col gap-5 p-6">
      <header className="flex items-center gap-3 pt-2">
        <Mark size={40} />
        <div>
          <h1 className="text-lg font-semibold">{i18n.t('addWallet.title')}</h1>
          <p className="text-xs text-muted">{i18n.t('addWallet.intro')}</p>
        </div>
      </header>
      {step === 'choose' ? (
        <div className="flex flex-col gap-3">
          {WAYS.map(([way, Icon, title, text]) => (
            <Choice
              key={way}
              Icon={Icon}
              title={i18n.t(title)}
              text={i18n.t(text)}
              onClick={() => setStep(way)}
            />
          ))}
          {onCancel === undefined ? null : (
            <Button kind="plain" onClick={onCancel}>
              {i18n.t('ui.cancel')}
            </Button>
          )}
        </div>
      ) : step === 'create' ? (
        <CreateWallet onDone={onDone} onBack={() => setStep('choose')} />
      ) : step === 'import' ? (
        <>
          <ImportWallet command="wallets.import" onDone={onDone} />
          <Back onBack={() => setStep('choose')} />
        </>
      ) : (
        <>
          {step === 'keystore' ? (
            <ImportKeystore command="wallets.importKeystore" onDone={onDone} />
          ) : (
            <RestoreRecovery command="recovery.restore" onDone={onDone} />
          )}
          <Back onBack={() => setStep('choose')} />
        </>
      )}
    </main>
  );
}
