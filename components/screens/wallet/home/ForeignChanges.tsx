import { i18n } from '#i18n';
import type { ForeignChange } from '../../../../shared/messages/sync.ts';
import { useWalletCall } from '../../../hooks/use-wallet.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { itemText } from '../../vault/sync/item-text.ts';

/** Reports new passkeys and deletions by other devices, until the user has seen them. */
export function ForeignChanges(props: {
  changes: readonly ForeignChange[];
  onPasskeys: () => void;
}) {
  const { changes } = props;
  const call = useWalletCall();
  const hasPasskey = changes.some(({ kind }) => kind === 'passkey-added');
  return (
    <Card className="flex flex-col gap-2" data-testid="foreign-changes">
      <h2 className="text-sm font-semibold">{i18n.t('foreignChanges.title')}</h2>
      {hasPasskey ? <Notice tone="warn">{i18n.t('foreignChanges.passkeyWhy')}</Notice> : null}
      <ul className="list-disc ps-5 text-sm">
        {changes.map((change) => (
          <li key={JSON.stringify(change)} className="break-words">
            {changeText(change)}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        {hasPasskey ? (
          <Button kind="quiet" onClick={props.onPasskeys}>
            {i18n.t('foreignChanges.openPasskeys')}
          </Button>
        ) : null}
        <Button kind="quiet" onClick={() => void call('vault.seeForeignChanges', {})}>
          {i18n.t('foreignChanges.seen')}
        </Button>
      </div>
    </Card>
  );
}

function changeText(change: ForeignChange): string {
  return change.kind === 'passkey-added'
    ? i18n.t('foreignChanges.passkeyAdded', { name: change.name })
    : i18n.t('foreignChanges.deleted', { item: itemText(change.item) });
}
