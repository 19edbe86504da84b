import { i18n } from '#i18n';
import type { ConflictView } from '../../../../shared/messages/snapshot.ts';
import { useWalletCall } from '../../../hooks/use-wallet.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { later } from '../../../ui/later.tsx';

const ConflictList = later(
  async () => (await import('../../vault/sync/ConflictList.tsx')).ConflictList,
);

/** Shows fields that another device changed at the same time, until the user has seen them. */
export function NewConflicts({ conflicts }: { conflicts: readonly ConflictView[] }) {
  const call = useWalletCall();
  const unseen = conflicts.filter(({ isNew }) => isNew);
  if (unseen.length === 0) return null;
  return (
    <Card className="flex flex-col gap-2">
      <ConflictList title={i18n.t('home.conflictTitle')} conflicts={unseen} />
      <Button kind="quiet" onClick={() => void call('vault.seeConflicts', {})}>
        {i18n.t('home.acceptConflicts')}
      </Button>
    </Card>
  );
}
