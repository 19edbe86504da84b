import { i18n } from '#i18n';
import type { OtherVaultView } from '../../../../shared/messages/snapshot.ts';
import { useAction } from '../../../hooks/use-action.ts';
import { useNow } from '../../../hooks/use-now.ts';
import { useSnapshot, useWalletCall } from '../../../hooks/use-wallet.ts';
import { ActionButton } from '../../../ui/ActionButton.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { nameOf } from './name-of.ts';
import { SaveText } from './SaveText.tsx';

/** While no vault is open, links to the vaults that are stored beside the current vault. */
export function OtherVaults() {
  const vaults = useSnapshot((snapshot) => snapshot.otherVaults) ?? [];
  if (vaults.length === 0) return null;
  return (
    <section
      className="flex w-full flex-col gap-3 text-start"
      aria-label={i18n.t('otherVaults.title')}
      data-testid="other-vaults"
    >
      {vaults.map((vault) => (
        <OtherVault key={vault.id} vault={vault} />
      ))}
    </section>
  );
}

function OtherVault({ vault }: { vault: OtherVaultView }) {
  const call = useWalletCall();
  const now = useNow(10_000);
  const { id } = vault;
  const open = useAction(() =>
    vault.kind === 'former' ? call('otherVaults.return', { id }) : call('otherVaults.open', { id }),
  );
  const canOpen = vault.kind === 'former' || vault.revision !== undefined;
  return (
    <Card className="flex flex-col gap-2">
      <h2 className="text-sm font-semibold">{nameOf(vault, now)}</h2>
      <p className="text-xs text-muted">{i18n.t(`otherVaults.${explanationOf(vault)}Means`)}</p>
      <Notice tone="bad">{open.problem}</Notice>
      {canOpen ? (
        <ActionButton action={open} kind="quiet">
          {open.isRunning
            ? i18n.t('ceremony.followPrompt')
            : i18n.t(vault.kind === 'former' ? 'otherVaults.use' : 'otherVaults.open')}
        </ActionButton>
      ) : null}
      {vault.kind === 'found' ? <SaveText id={id} /> : null}
    </Card>
  );
}

function explanationOf(vault: OtherVaultView): 'found' | 'kept' | 'retired' {
  if (vault.kind === 'found') return 'found';
  return vault.isKept ? 'kept' : 'retired';
}
