import { i18n } from '#i18n';
import type { OtherVaultView } from '../../../../shared/messages/snapshot.ts';
import { useAction } from '../../../hooks/use-action.ts';
import { useNow } from '../../../hooks/use-now.ts';
import { useSnapshot, useWalletCall } from '../../../hooks/use-wallet.ts';
import { Card } from '../../../ui/Card.tsx';
import { WordForm } from '../../../ui/WordForm.tsx';
import { nameOf } from './name-of.ts';
import { SaveText } from './SaveText.tsx';

/** Lists the vaults that are stored beside the open vault, with buttons to save and delete. */
export function StoredVaults() {
  const vaults = useSnapshot((snapshot) => snapshot.otherVaults) ?? [];
  if (vaults.length === 0) return null;
  return (
    <Card className="flex flex-col gap-4" data-testid="stored-vaults">
      <h2 className="text-sm font-semibold">{i18n.t('otherVaults.title')}</h2>
      <p className="text-sm text-muted">{i18n.t('otherVaults.lockToOpen')}</p>
      {vaults.map((vault) => (
        <StoredVault key={vault.id} vault={vault} />
      ))}
    </Card>
  );
}

function StoredVault({ vault }: { vault: OtherVaultView }) {
  const call = useWalletCall();
  const now = useNow(10_000);
  const remove = useAction(() => call('otherVaults.delete', { id: vault.id, word: 'delete' }));
  const isReplaced = vault.kind === 'former' && !vault.isKept;
  return (
    <section className="flex flex-col gap-2 border-t border-line pt-3">
      <h3 className="text-sm font-medium">{nameOf(vault, now)}</h3>
      {isReplaced ? (
        <p className="text-sm text-muted">{i18n.t('otherVaults.deletedSoon')}</p>
      ) : (
        <>
          <SaveText id={vault.id} />
          <details className="rounded-xl border border-line px-3 py-2">
            <summary className="cursor-pointer text-sm font-medium">
              {i18n.t('otherVaults.deleteTitle')}
            </summary>
            <WordForm
              word={i18n.t('ui.deleteWord')}
              button={i18n.t('otherVaults.delete')}
              action={remove}
            >
              <p className="text-sm">{i18n.t('otherVaults.deleteMeans')}</p>
            </WordForm>
          </details>
        </>
      )}
    </section>
  );
}
