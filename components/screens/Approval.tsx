import { useQuery } from '@tanstack/react-query';
import type { Choice } from '../../shared/approvals/types.ts';
import { ConnectCard } from '../approvals/ConnectCard.tsx';
import { MessageCard } from '../approvals/MessageCard.tsx';
import { TransactionCard } from '../approvals/TransactionCard.tsx';
import { useSnapshot, useWalletCall } from '../hooks/use-wallet.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { Unlock } from './Unlock.tsx';

/** The approval window: the oldest open request, one at a time. */
export function Approval() {
  const call = useWalletCall();
  const status = useSnapshot((snapshot) => snapshot.vault.status);
  const id = useSnapshot((snapshot) => snapshot.approvalIds[0]);
  const view = useQuery({
    queryKey: ['approval', id, status],
    queryFn: () => call('approvals.view', { id: id ?? '' }),
    enabled: id !== undefined && status === 'unlocked',
    refetchInterval: 10_000,
  });
  if (status === undefined) return <div className="min-h-dvh" />;
  if (id === undefined) {
    return (
      <main className="flex min-h-dvh items-center justify-center p-8 text-center">
        <p className="text-sm text-muted">Nothing is waiting for you.</p>
      </main>
    );
  }
  if (status !== 'unlocked')
    return <Unlock reason="A site asks for your wallet. Unlock it to see the request." />;
  const decide = (choice: Choice) => void call('approvals.decide', { id, choice });
  const reject = () => decide({ kind: 'reject' });
  const { data } = view;
  if (data === undefined || data === null) {
    return (
      <main className="flex min-h-dvh flex-col items-center justify-center gap-4 p-8">
        {view.error === null ? (
          <Spinner label="Reading the request" />
        ) : (
          <Notice tone="bad">{view.error.message}</Notice>
        )}
        <Button kind="quiet" onClick={reject}>
          Reject
        </Button>
      </main>
    );
  }
  switch (data.kind) {
    case 'connect':
      return (
        <ConnectCard
          key={data.id}
          view={data}
          onConnect={(accounts) => decide({ kind: 'connect', accounts })}
          onReject={reject}
        />
      );
    case 'personal_sign':
      return (
        <MessageCard
          key={data.id}
          view={data}
          onSign={() => decide({ kind: 'sign' })}
          onReject={reject}
        />
      );
    case 'transaction':
      return (
        <TransactionCard
          key={data.id}
          view={data}
          onSend={(fee) => decide({ kind: 'send', fee })}
          onReject={reject}
        />
      );
  }
}
