import { ArchiveRestore, FileKey, Import, Sprout } from 'lucide-react';
import { useState } from 'react';
import { i18n } from '#i18n';
import { useAction } from '../../../hooks/use-action.ts';
import { useWalletCall } from '../../../hooks/use-wallet.ts';
import { accountNames } from '../../../texts/account-names.ts';
import { Back } from '../../../ui/Back.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Check } from '../../../ui/Check.tsx';
import { Choice } from '../../../ui/Choice.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Mark } from '../../../ui/Mark.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Radios } from '../../../ui/Radios.tsx';
import { ImportKeystore } from './ImportKeystore.tsx';
import { ImportWallet } from './ImportWallet.tsx';
import { PhraseList } from './PhraseList.tsx';
import { RestoreRecovery } from './RestoreRecovery.tsx';

type Step = 'choose' | 'create' | 'import' | 'keystore' | 'restore';

const WAYS = [
  ['create', Sprout, 'addWallet.create', 'addWallet.createHint'],
  ['import', Import, 'addWallet.import', 'addWallet.importHint'],
  ['keystore', FileKey, 'addWallet.keystore', 'addWallet.keystoreHint'],
  ['restore', ArchiveRestore, 'addWallet.restore', 'addWallet.restoreHint'],
] as const;

/** Makes or imports a wallet; each ends in one passkey prompt that saves it to the vault. */
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

const LENGTHS = [12, 24] as const;

function CreateWallet({ onDone, onBack }: { onDone: () => void; onBack: () => void }) {
  const call = useWalletCall();
  const [name, setName] = useState(i18n.t('addWallet.mainName'));
  const [draft, setDraft] = useState<{ draftId: string; words: readonly string[] }>();
  const [count, setCount] = useState<(typeof LENGTHS)[number]>(12);
  const [isWritten, setIsWritten] = useState(false);
  /** Words were shown and left: the next ones are others. */
  const [hasLeft, setHasLeft] = useState(false);
  const make = useAction(async () => setDraft(await call('wallets.draftSeed', { words: count })));
  const save = useAction(async (draftId: string) => {
    await call('wallets.saveDraft', {
      draftId,
      name: name.trim(),
      accountNames: accountNames(),
    });
    setDraft(undefined);
    onDone();
  });
  /** The words that were shown are gone: nobody should keep a phrase that holds no wallet. */
  const leave = () => {
    setDraft(undefined);
    setHasLeft(true);
    setIsWritten(false);
    save.clear();
  };
  if (draft === undefined) {
    return (
      <div className="flex flex-col gap-4">
        <Field label={i18n.t('addWallet.name')} value={name} maxLength={60} onType={setName} />
        <Radios
          legend={i18n.t('addWallet.phraseLength')}
          isLegendHidden
          className="flex gap-4"
          options={LENGTHS.map((choice) => ({
            value: choice,
            text: i18n.t('addWallet.wordCount', { count: choice }),
          }))}
          value={count}
          onPick={setCount}
        />
        <Notice>{i18n.t('addWallet.phraseWarning', { count })}</Notice>
        {hasLeft ? <Notice tone="warn">{i18n.t('addWallet.phraseVoid')}</Notice> : null}
        <Notice tone="bad">{make.problem}</Notice>
        <Button
          wide
          disabled={name.trim() === '' || make.isRunning}
          onClick={() => void make.run()}
        >
          {i18n.t('addWallet.showPhrase')}
        </Button>
        <Back onBack={onBack} />
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <Card>
        <PhraseList words={draft.words} />
      </Card>
      <Check label={i18n.t('addWallet.phraseAgree')} isOn={isWritten} onChange={setIsWritten} />
      <Notice tone="bad">{save.problem}</Notice>
      <Button
        wide
        disabled={!isWritten || save.isRunning}
        onClick={() => void save.run(draft.draftId)}
      >
        {save.isRunning ? i18n.t('ceremony.followPrompt') : i18n.t('addWallet.save')}
      </Button>
      {save.isRunning ? null : <Back onBack={leave} />}
    </div>
  );
}
