import { useState } from 'react';
import { useAction } from '../hooks/use-action.ts';
import { useWalletCall } from '../hooks/use-wallet.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { Notice } from '../ui/Notice.tsx';

/** Brings wallets back out of a recovery file; what the vault holds already is left as it is. */
export function RestoreRecovery({ onDone }: { onDone: () => void }) {
  const call = useWalletCall();
  const [text, setText] = useState('');
  const [code, setCode] = useState('');
  const [result, setResult] = useState<{ added: number; known: number }>();
  const restore = useAction(async () => {
    setResult(await call('recovery.restore', { text, code }));
    setCode('');
    setText('');
  });
  if (result !== undefined) {
    return (
      <div className="flex flex-col gap-4">
        <Notice>
          {result.added === 1 ? 'One wallet was' : `${result.added} wallets were`} restored
          {result.known === 0 ? '.' : `; ${result.known} of the file were in the vault already.`}
        </Notice>
        <Button wide onClick={onDone}>
          Done
        </Button>
      </div>
    );
  }
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void restore.run();
      }}
    >
      <Field
        label="Recovery file"
        type="file"
        accept="application/json,.json"
        onChange={(event) => {
          void event.target.files?.[0]?.text().then(setText);
        }}
      />
      <Field
        label="Code"
        value={code}
        autoComplete="off"
        spellCheck={false}
        placeholder="XXXXX-XXXXX-XXXXX-XXXXX-XXXXX"
        onChange={(event) => setCode(event.target.value)}
        problem={restore.problem}
      />
      <Button type="submit" wide disabled={text === '' || code.trim() === '' || restore.isRunning}>
        {restore.isRunning ? 'Follow the passkey window…' : 'Restore'}
      </Button>
    </form>
  );
}
