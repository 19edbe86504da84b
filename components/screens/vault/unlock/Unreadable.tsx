import { useState } from 'react';
import { i18n } from '#i18n';
import type { UnreadableView } from '../../../../shared/messages/snapshot.ts';
import { VAULT_SLOTS } from '../../../../shared/vault/slots.ts';
import { useAction } from '../../../hooks/use-action.ts';
import { useWalletCall } from '../../../hooks/use-wallet.ts';
import { codeKey } from '../../../texts/code-key.ts';
import { ActionButton } from '../../../ui/ActionButton.tsx';
import { Card } from '../../../ui/Card.tsx';
import { CheckedDownload } from '../../../ui/CheckedDownload.tsx';
import { Mark } from '../../../ui/Mark.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { WordForm } from '../../../ui/WordForm.tsx';

/** Stored parts that users know by a name. */
const PARTS = [
  ...(['vault', 'settings', 'sites', 'site-chains', 'networks'] as const),
  ...(['watched-tokens', 'activity', 'bundles', 'entered-costs', 'given-positions'] as const),
] as const;

/** Parts whose loss has consequences that the page explains. */
const LOSSES = ['vault', 'settings', 'sites', 'activity'] as const;

/** Shows stored data that this version can't read. The data stays until the user decides. */
export function Unreadable({ parts }: { parts: readonly UnreadableView[] }) {
  const call = useWalletCall();
  const [copy, setCopy] = useState<string>();
  const [isSaved, setIsSaved] = useState(false);
  const retry = useAction(() => call('stored.retry', {}));
  const make = useAction(async () => setCopy((await call('stored.copy', {})).text));
  const remove = useAction(() => call('stored.delete', { word: 'delete' }));
  const losses = LOSSES.filter((name) => parts.some(({ key }) => partOf(key) === name));
  const problem = retry.problem ?? make.problem;
  return (
    <main className="mx-auto flex min-h-full w-full max-w-md flex-col gap-4 p-6">
      <header className="flex items-center gap-3 pt-2">
        <Mark size={40} />
        <h1 className="text-lg font-semibold text-balance">{i18n.t('storage.title')}</h1>
      </header>
      <p className="text-sm text-muted">{i18n.t('storage.unchanged')}</p>
      <Card>
        <ul className="flex flex-col gap-2 text-sm" data-testid="unreadable">
          {parts.map(({ key, reason }) => (
            <li key={key}>
              <span className="font-medium">{partName(key)}</span>: {i18n.t(`storage.${reason}`)}
            </li>
          ))}
        </ul>
      </Card>
      <Notice tone="bad">{problem}</Notice>
      <ActionButton action={retry} wide>
        {i18n.t('prompt.tryAgain')}
      </ActionButton>
      {copy === undefined ? (
        <ActionButton action={make} wide kind="quiet">
          {i18n.t('storage.prepareCopy')}
        </ActionButton>
      ) : (
        <CheckedDownload
          name="condor-stored-data"
          text={copy}
          label={i18n.t('storage.saveCopy')}
          onSaved={() => setIsSaved(true)}
        />
      )}
      <details className="rounded-xl border border-line bg-surface px-3 py-2">
        <summary className="cursor-pointer text-sm font-medium">
          {i18n.t('storage.startWithout')}
        </summary>
        <WordForm
          word={i18n.t('ui.deleteWord')}
          button={i18n.t('storage.delete')}
          isReady={isSaved}
          hint={isSaved ? undefined : i18n.t('storage.saveCopyFirst')}
          action={remove}
        >
          <ul className="flex flex-col gap-1 text-sm text-muted">
            {losses.map((loss) => (
              <li key={loss}>{i18n.t(`storage.lost.${loss}`)}</li>
            ))}
          </ul>
        </WordForm>
      </details>
    </main>
  );
}

/** Returns the part that a stored key belongs to. All slots of envelopes belong to the vault. */
function partOf(key: string): string {
  return VAULT_SLOTS.some((slot) => slot === key) ? 'vault' : key;
}

function partName(key: string): string {
  const part = PARTS.find((name) => name === partOf(key));
  return part === undefined ? key : i18n.t(`storage.part.${codeKey(part)}`);
}
