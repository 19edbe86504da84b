import { useAction } from '../../hooks/use-action.ts';
import { useNow } from '../../hooks/use-now.ts';
import { useSnapshot, useWalletCall } from '../../hooks/use-wallet.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ageOf } from '../../ui/times.ts';

/** Sites that see accounts, and the way to end that. */
export function SiteSettings() {
  const call = useWalletCall();
  const sites = useSnapshot((snapshot) => snapshot.sites) ?? [];
  const disconnect = useAction((origin: string) => call('sites.disconnect', { origin }));
  const now = useNow(10_000);
  if (sites.length === 0) {
    return (
      <p className="text-sm text-muted">
        No site sees your accounts. Connect one from the site itself.
      </p>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      {disconnect.problem === undefined ? null : <Notice tone="bad">{disconnect.problem}</Notice>}
      <ul className="flex flex-col gap-2">
        {sites.map(({ origin, accounts, connectedAt }) => (
          <li key={origin}>
            <Card className="flex items-center gap-3">
              <div className="min-w-0 flex-1">
                <p className="break-all text-sm font-medium">{origin}</p>
                <p className="text-xs text-muted">
                  {accounts.length === 1 ? 'one account' : `${accounts.length} accounts`}, since{' '}
                  {ageOf(connectedAt, now)}
                </p>
              </div>
              <Button
                kind="quiet"
                aria-label={`Disconnect ${origin}`}
                onClick={() => void disconnect.run(origin)}
              >
                Disconnect
              </Button>
            </Card>
          </li>
        ))}
      </ul>
    </div>
  );
}
