import { useQuery } from '@tanstack/react-query';
import { shortAddress } from '../../../shared/format.ts';
import type { AllowanceView } from '../../../shared/messages/snapshot.ts';
import { useAction } from '../../hooks/use-action.ts';
import { useNow } from '../../hooks/use-now.ts';
import { useSnapshot, useWalletCall } from '../../hooks/use-wallet.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ageOf } from '../../ui/times.ts';

/** Who may take tokens of the selected account, as the chain knows it now. */
export function AllowanceSettings() {
  const call = useWalletCall();
  const account = useSnapshot((snapshot) => snapshot.selected);
  // A transaction that was just mined may have granted or ended one.
  const mined = useSnapshot(
    ({ activity }) => activity.find(({ status }) => status === 'confirmed')?.id,
  );
  const { data, error } = useQuery({
    queryKey: ['allowances', account, mined],
    queryFn: () => call('allowances.list', {}),
    placeholderData: (before) => before,
    enabled: account !== undefined,
    retry: false,
  });
  const now = useNow(10_000);
  if (error !== null) {
    return <Notice tone="warn">Allowances could not be read: {error.message}</Notice>;
  }
  if (data === undefined) return <p className="text-sm text-muted">Asking the chain…</p>;
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm text-muted">
        {data.length === 0
          ? 'Nobody may take tokens of this account by a permission that was given through Condor.'
          : 'These may take tokens of this account until you end it. Ending one costs a fee.'}
      </p>
      <ul className="flex flex-col gap-2" data-testid="allowances">
        {data.map((allowance) => (
          <li key={`${allowance.token}:${allowance.spender}`}>
            <AllowanceCard allowance={allowance} now={now} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function AllowanceCard({ allowance, now }: { allowance: AllowanceView; now: number }) {
  const { token, spender, symbol, amount, spenderName, grantedAt } = allowance;
  const call = useWalletCall();
  const revoke = useAction(() => call('allowances.revoke', { token, spender }));
  const isUnlimited = amount === 'Unlimited';
  return (
    <Card className="flex flex-col gap-2">
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <p className={`text-sm font-medium ${isUnlimited ? 'text-bad' : ''}`}>
            {isUnlimited ? `All your ${symbol}` : `${amount} ${symbol}`}
          </p>
          <p className="text-xs text-muted" title={spender}>
            to {spenderName ?? 'an unknown contract'}, {shortAddress(spender)}
          </p>
          <p className="text-xs text-muted">given {ageOf(grantedAt, now)}</p>
        </div>
        <Button
          kind="quiet"
          aria-label={`Revoke ${symbol} of ${shortAddress(spender)}`}
          disabled={revoke.isRunning}
          onClick={() => void revoke.run()}
        >
          {revoke.isRunning ? 'Confirm it…' : 'Revoke'}
        </Button>
      </div>
      {revoke.problem === undefined ? null : <Notice tone="bad">{revoke.problem}</Notice>}
    </Card>
  );
}
