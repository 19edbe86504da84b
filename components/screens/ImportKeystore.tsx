import { useState } from 'react';
import { useAction } from '../hooks/use-action.ts';
import { useWalletCall } from '../hooks/use-wallet.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';

/** Imports the key of a keystore file (version 3) with its password. */
export function ImportKeystore({ onDone }: { onDone: () => void }) {
  const call = useWalletCall();
  const [name, setName] = useState('Imported wallet');
  const [file, setFile] = useState('');
  const [password, setPassword] = useState('');
  const save = useAction(async () => {
    await call('wallets.importKeystore', { name: name.trim(), file, password });
    setPassword('');
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
        label="Keystore file"
        type="file"
        onChange={(event) => {
          void event.target.files?.[0]?.text().then(setFile);
        }}
      />
      <Field
        label="Its password"
        type="password"
        autoComplete="off"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        problem={save.problem}
      />
      <Button type="submit" wide disabled={file === '' || name.trim() === '' || save.isRunning}>
        {save.isRunning ? 'Follow the passkey window…' : 'Import the key'}
      </Button>
    </form>
  );
}
