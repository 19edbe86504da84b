import { ArchiveRestore, ChevronLeft, FileKey, Import, Sprout } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../hooks/use-action.ts';
import { useWalletCall } from '../hooks/use-wallet.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Field } from '../ui/Field.tsx';
import { Mark } from '../ui/Mark.tsx';
import { Notice } from '../ui/Notice.tsx';
import { ImportKeystore } from './ImportKeystore.tsx';
import { PhraseList } from './PhraseList.tsx';
import { RestoreRecovery } from './RestoreRecovery.tsx';

type Step = 'choose' | 'create' | 'import' | 'keystore' | 'restore';

/** Makes or imports a wallet; each ends in one passkey prompt that saves it to the vault. */
export function AddWallet({ onDone, onCancel }: { onDone: () => void; onCancel?: () => void }) {
  const [step, setStep] = useState<Step>('choose');
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-md flex-col gap-5 p-6">
      <header className="flex items-center gap-3 pt-2">
        <Mark size={40} />
        <div>
          <h1 className="text-lg font-semibold">Add a wallet</h1>
          <p className="text-xs text-muted">It is encrypted before it leaves this device.</p>
        </div>
      </header>
      {step === 'choose' ? (
        <div className="flex flex-col gap-3">
          <Choice
            icon={<Sprout aria-hidden size={20} />}
            title="Create a new wallet"
            text="A fresh recovery phrase of 12 or 24 words."
            onClick={() => setStep('create')}
          />
          <Choice
            icon={<Import aria-hidden size={20} />}
            title="Import a wallet"
            text="A recovery phrase, a private key, or an address to watch."
            onClick={() => setStep('import')}
          />
          <Choice
            icon={<FileKey aria-hidden size={20} />}
            title="Keystore file"
            text="A JSON file of version 3, with its password."
            onClick={() => setStep('keystore')}
          />
          <Choice
            icon={<ArchiveRestore aria-hidden size={20} />}
            title="Restore a recovery file"
            text="All wallets of another vault of yours, with its code."
            onClick={() => setStep('restore')}
          />
          {onCancel === undefined ? null : (
            <Button kind="plain" onClick={onCancel}>
              Cancel
            </Button>
          )}
        </div>
      ) : step === 'create' ? (
        <CreateWallet onDone={onDone} onBack={() => setStep('choose')} />
      ) : step === 'import' ? (
        <ImportWallet onDone={onDone} onBack={() => setStep('choose')} />
      ) : (
        <>
          {step === 'keystore' ? (
            <ImportKeystore onDone={onDone} />
          ) : (
            <RestoreRecovery onDone={onDone} />
          )}
          <Back onBack={() => setStep('choose')} />
        </>
      )}
    </main>
  );
}

function Choice(props: {
  icon: React.ReactNode;
  title: string;
  text: string;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      onClick={props.onClick}
      className="flex items-center gap-4 rounded-2xl border border-line bg-surface p-4 text-left hover:border-accent"
    >
      <span className="rounded-xl bg-accent-soft p-2.5 text-accent">{props.icon}</span>
      <span>
        <span className="block text-sm font-semibold">{props.title}</span>
        <span className="block text-xs text-muted">{props.text}</span>
      </span>
    </button>
  );
}

function CreateWallet({ onDone, onBack }: { onDone: () => void; onBack: () => void }) {
  const call = useWalletCall();
  const [name, setName] = useState('Main wallet');
  const [draft, setDraft] = useState<{ draftId: string; words: readonly string[] }>();
  const [count, setCount] = useState<12 | 24>(12);
  const [isWritten, setIsWritten] = useState(false);
  const make = useAction(async () => setDraft(await call('wallets.draftSeed', { words: count })));
  const save = useAction(async (draftId: string) => {
    await call('wallets.saveDraft', { draftId, name: name.trim() });
    setDraft(undefined);
    onDone();
  });
  if (draft === undefined) {
    return (
      <div className="flex flex-col gap-4">
        <Field label="Name" value={name} maxLength={60} onChange={(e) => setName(e.target.value)} />
        <fieldset className="flex gap-4 text-sm">
          <legend className="sr-only">Length of the recovery phrase</legend>
          {([12, 24] as const).map((choice) => (
            <label key={choice} className="flex items-center gap-2">
              <input
                type="radio"
                name="words"
                className="accent-accent"
                checked={count === choice}
                onChange={() => setCount(choice)}
              />
              {choice} words
            </label>
          ))}
        </fieldset>
        <Notice>
          You will see {count} words. Whoever has them has your money: write them on paper, where
          nobody looks.
        </Notice>
        {make.problem === undefined ? null : <Notice tone="bad">{make.problem}</Notice>}
        <Button
          wide
          disabled={name.trim() === '' || make.isRunning}
          onClick={() => void make.run()}
        >
          Show the words
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
      <label className="flex items-start gap-2 text-sm">
        <input
          type="checkbox"
          className="mt-1 accent-accent"
          checked={isWritten}
          onChange={(event) => setIsWritten(event.target.checked)}
        />
        I wrote the words down in their order.
      </label>
      {save.problem === undefined ? null : <Notice tone="bad">{save.problem}</Notice>}
      <Button
        wide
        disabled={!isWritten || save.isRunning}
        onClick={() => void save.run(draft.draftId)}
      >
        {save.isRunning ? 'Follow the passkey window…' : 'Save to the vault'}
      </Button>
    </div>
  );
}

function ImportWallet({ onDone, onBack }: { onDone: () => void; onBack: () => void }) {
  const call = useWalletCall();
  const [name, setName] = useState('Imported wallet');
  const [secret, setSecret] = useState('');
  const save = useAction(async () => {
    await call('wallets.import', { name: name.trim(), secret });
    setSecret('');
    onDone();
  });
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void save.run();
      }}
    >
      <Field label="Name" value={name} maxLength={60} onChange={(e) => setName(e.target.value)} />
      <Field
        label="Recovery phrase, private key or address"
        type="password"
        autoComplete="off"
        spellCheck={false}
        value={secret}
        onChange={(event) => setSecret(event.target.value)}
        hint="12 or 24 words with spaces between them, or 64 hex digits."
        problem={save.problem}
      />
      <Button
        type="submit"
        wide
        disabled={secret.trim() === '' || name.trim() === '' || save.isRunning}
      >
        {save.isRunning ? 'Follow the passkey window…' : 'Import'}
      </Button>
      <Back onBack={onBack} />
    </form>
  );
}

function Back({ onBack }: { onBack: () => void }) {
  return (
    <Button kind="plain" onClick={onBack}>
      <ChevronLeft aria-hidden size={16} /> Back
    </Button>
  );
}
