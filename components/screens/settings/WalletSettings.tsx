import { ArrowDown, ArrowUp } from 'lucide-react';
import { useState } from 'react';
import { i18n } from '#i18n';
import type { WalletView } from '../../../shared/messages/snapshot.ts';
import { useAction } from '../../hooks/use-action.ts';
import { useSnapshot, useWalletCall } from '../../hooks/use-wallet.ts';
import { accountNames } from '../../texts/account-names.ts';
import { ActionButton } from '../../ui/ActionButton.tsx';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { WalletEditor } from './WalletEditor.tsx';
import { changesBetween, type EditedWallet, editable } from './wallet-changes.ts';

/** Edits the vault's wallets: names, order, hidden accounts. All changes are saved together. */
export function WalletSettings() {
  const vault = useSnapshot((snapshot) => snapshot.vault);
  return vault?.status === 'unlocked' ? (
    <Editor key={vault.revision} wallets={vault.wallets} />
  ) : null;
}

function Editor({ wallets }: { wallets: readonly WalletView[] }) {
  const call = useWalletCall();
  const before = editable(wallets);
  const [edited, setEdited] = useState<readonly EditedWallet[]>(before);
  const edits = changesBetween(before, edited);
  const save = useAction(() => call('wallets.save', { edits }));
  const addAccount = useAction((walletId: string) =>
    call('accounts.add', { walletId, accountNames: accountNames() }),
  );
  const visible = edited.flatMap(({ accounts }) => accounts).filter(({ hidden }) => !hidden);
  const move = (at: number, by: -1 | 1) => {
    const next = [...edited];
    const [wallet] = next.splice(at, 1);
    if (wallet !== undefined) next.splice(at + by, 0, wallet);
    setEdited(next);
  };
  if (wallets.length === 0) return <p className="text-sm text-muted">{i18n.t('wallets.empty')}</p>;
  return (
    <div className="flex flex-col gap-3">
      <ul className="flex flex-col gap-3" data-testid="wallets">
        {edited.map((wallet, at) => (
          <li key={wallet.id}>
            <WalletEditor
              wallet={wallet}
              isLastVisible={visible.length === 1}
              isAdding={addAccount.isRunning || edits.length > 0}
              onChange={(next) =>
                setEdited(edited.map((one) => (one.id === wallet.id ? next : one)))
              }
              onRemove={() => setEdited(edited.filter(({ id }) => id !== wallet.id))}
              onAddAccount={() => void addAccount.run(wallet.id)}
            >
              <IconButton
                label={`${i18n.t('wallets.moveUp')}: ${wallet.name}`}
                disabled={at === 0}
                onClick={() => move(at, -1)}
                className="disabled:opacity-30"
              >
                <ArrowUp aria-hidden size={16} />
              </IconButton>
              <IconButton
                label={`${i18n.t('wallets.moveDown')}: ${wallet.name}`}
                disabled={at === edited.length - 1}
                onClick={() => move(at, 1)}
                className="disabled:opacity-30"
              >
                <ArrowDown aria-hidden size={16} />
              </IconButton>
            </WalletEditor>
          </li>
        ))}
      </ul>
      {(save.problem ?? addAccount.problem) === undefined ? null : (
        <Notice tone="bad">{save.problem ?? addAccount.problem}</Notice>
      )}
      {edits.length === 0 ? null : (
        <div className="stuck-below flex gap-2 bg-ground py-3">
          <Button kind="quiet" onClick={() => setEdited(before)}>
            {i18n.t('wallets.discard')}
          </Button>
          <ActionButton action={save} className="flex-1">
            {save.isRunning
              ? i18n.t('ceremony.followPrompt')
              : i18n.t('wallets.save', edits.length)}
          </ActionButton>
        </div>
      )}
    </div>
  );
}
