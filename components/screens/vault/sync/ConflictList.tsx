import { i18n } from '#i18n';
import type { ConflictView, WalletView } from '../../../../shared/messages/snapshot.ts';
import type { UserEdit } from '../../../../shared/messages/vault-edits.ts';
import { useAction } from '../../../hooks/use-action.ts';
import { useNow } from '../../../hooks/use-now.ts';
import { useSnapshot, useWalletCall } from '../../../hooks/use-wallet.ts';
import { ageOf } from '../../../texts/times.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';

/**
 * Lists fields that two devices changed at the same time: the kept value, the other value, and a
 * button that restores the other value.
 */
export function ConflictList(props: { title: string; conflicts: readonly ConflictView[] }) {
  const call = useWalletCall();
  const vault = useSnapshot((snapshot) => snapshot.vault);
  const now = useNow(10_000);
  const restore = useAction((edit: UserEdit) => call('wallets.save', { edits: [edit] }));
  if (props.conflicts.length === 0 || vault?.status !== 'unlocked') return null;
  return (
    <section>
      <h2 className="mb-2 text-sm font-semibold">{props.title}</h2>
      <Notice tone="bad">{restore.problem}</Notice>
      <ul className="flex flex-col gap-2" data-testid="conflicts">
        {props.conflicts.toReversed().map((conflict) => {
          const edit = restoring(conflict, vault.wallets);
          return (
            <li
              key={`${conflict.at} ${conflict.key} ${conflict.kept}`}
              className="rounded-xl bg-raised px-3 py-2 text-sm"
            >
              <p className="text-xs text-muted">
                {i18n.t('conflict.both', {
                  what: i18n.t(`conflict.${conflict.kind}`),
                  age: ageOf(conflict.at, now),
                })}
              </p>
              <p className="break-words">
                {i18n.t('conflict.kept')}{' '}
                <ins className="font-medium no-underline">{conflict.kept}</ins>
              </p>
              <p className="break-words text-muted">
                {i18n.t('conflict.dropped')} <del>{conflict.lost}</del>
              </p>
              {edit === undefined ? null : (
                <Button
                  kind="plain"
                  className="-ms-4"
                  disabled={restore.isRunning}
                  onClick={() => void restore.run(edit)}
                >
                  {i18n.t('conflict.useInstead', { lost: conflict.lost })}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Returns the change that restores the other value; undefined when the item is gone. */
function restoring(
  { kind, key, lost: name }: ConflictView,
  wallets: readonly WalletView[],
): UserEdit | undefined {
  switch (kind) {
    case 'wallet':
      return wallets.some(({ id }) => id === key)
        ? { kind: 'rename-wallet', walletId: key, name }
        : undefined;
    case 'account': {
      const wallet = wallets.find(({ accounts, hidden }) =>
        [...accounts, ...hidden].some(({ address }) => address === key),
      );
      return wallet && { kind: 'rename-account', walletId: wallet.id, address: key, name };
    }
    case 'passkey':
      return { kind: 'rename-passkey', credentialId: key, name };
    case 'contact':
      return { kind: 'set-contact', address: key, name };
    case 'setting':
      return undefined;
  }
}
