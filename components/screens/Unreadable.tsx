import { useState } from 'react';
import type { UnreadableView } from '../../shared/messages/snapshot.ts';
import { useAction } from '../hooks/use-action.ts';
import { useWalletCall } from '../hooks/use-wallet.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { DownloadLink } from '../ui/DownloadLink.tsx';
import { Field } from '../ui/Field.tsx';
import { Mark } from '../ui/Mark.tsx';
import { Notice } from '../ui/Notice.tsx';

const CONSENT = 'delete';

const REASONS: Readonly<Record<UnreadableView['reason'], string>> = {
  newer: 'written by a newer Condor. Update Condor, then try again.',
  older: 'written by a Condor that is too old to be understood.',
  damaged: 'damaged.',
  unavailable: 'the browser does not hand it out. Restart the browser, then try again.',
};

/** What is lost with a part, and what is not. */
const LOSSES: Readonly<Record<string, string>> = {
  vault:
    'Your server keeps the vault: sign in with your passkey, and the wallets are back. Only a change that never reached the server would be gone.',
  settings: 'The addresses of your servers have to be entered again.',
  sites: 'Sites have to be connected again.',
  activity: 'The list of what you signed here is gone; the chain keeps the transactions.',
};

/** Stored data that this version cannot read: kept as it is, until the user decides otherwise. */
export function Unreadable({ parts }: { parts: readonly UnreadableView[] }) {
  const call = useWalletCall();
  const [copy, setCopy] = useState<string>();
  const [isSaved, setIsSaved] = useState(false);
  const [word, setWord] = useState('');
  const retry = useAction(() => call('stored.retry', {}));
  const make = useAction(async () => setCopy((await call('stored.copy', {})).text));
  const remove = useAction(() => call('stored.delete', { word: CONSENT }));
  const problem = retry.problem ?? make.problem ?? remove.problem;
  const isSure = isSaved && word.trim().toLowerCase() === CONSENT;
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-md flex-col gap-4 p-6">
      <header className="flex items-center gap-3 pt-2">
        <Mark size={40} />
        <h1 className="text-lg font-semibold text-balance">
          Condor cannot read what it stored here
        </h1>
      </header>
      <p className="text-sm text-muted">Nothing was changed or deleted, and no money has moved.</p>
      <Card>
        <ul className="flex flex-col gap-2 text-sm" data-testid="unreadable">
          {parts.map(({ key, words, reason }) => (
            <li key={key}>
              <span className="font-medium">{words}</span>: {REASONS[reason]}
            </li>
          ))}
        </ul>
      </Card>
      {problem === undefined ? null : <Notice tone="bad">{problem}</Notice>}
      <Button wide disabled={retry.isRunning} onClick={() => void retry.run()}>
        Try again
      </Button>
      {copy === undefined ? (
        <Button wide kind="quiet" disabled={make.isRunning} onClick={() => void make.run()}>
          Prepare a copy of the stored data
        </Button>
      ) : (
        <DownloadLink name="condor-stored-data" text={copy} onClick={() => setIsSaved(true)}>
          Save the copy
        </DownloadLink>
      )}
      <details className="rounded-xl border border-line bg-surface px-3 py-2">
        <summary className="cursor-pointer text-sm font-medium">Start without it</summary>
        <form
          className="mt-3 flex flex-col gap-3 pb-1"
          onSubmit={(event) => {
            event.preventDefault();
            if (isSure) void remove.run();
          }}
        >
          <ul className="flex flex-col gap-1 text-sm text-muted">
            {parts.map(({ key }) => (
              <li key={key}>{LOSSES[key]}</li>
            ))}
          </ul>
          <Field
            label={`Type “${CONSENT}” to delete the unreadable parts`}
            value={word}
            onChange={(event) => setWord(event.target.value)}
            autoComplete="off"
            spellCheck={false}
            hint={isSaved ? undefined : 'Save the copy first.'}
          />
          <Button type="submit" kind="danger" disabled={!isSure || remove.isRunning}>
            Delete and start again
          </Button>
        </form>
      </details>
    </main>
  );
}
