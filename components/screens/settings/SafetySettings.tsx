import {
  BUNDLED_PHISHING_LIST,
  PHISHING_LIST_URL,
} from '../../../shared/approvals/phishing-list.ts';
import { useAction } from '../../hooks/use-action.ts';
import { useHostAccess } from '../../hooks/use-host-access.ts';
import { useNow } from '../../hooks/use-now.ts';
import { useSnapshot, useWalletCall } from '../../hooks/use-wallet.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';

const dateOf = (at: number) =>
  new Date(at).toLocaleDateString(undefined, { day: 'numeric', month: 'long', year: 'numeric' });

/** Sites that are kept from asking: by the user for a while, or by the list of phishing sites. */
export function SafetySettings() {
  return (
    <div className="flex flex-col gap-5">
      <PhishingList />
      <BlockedSites />
    </div>
  );
}

function PhishingList() {
  const call = useWalletCall();
  const askForHosts = useHostAccess();
  const list = useSnapshot((snapshot) => snapshot.phishingList);
  const refresh = useAction(async () => {
    await askForHosts([PHISHING_LIST_URL]);
    await call('phishing.refresh', {});
  });
  if (list === undefined) return null;
  return (
    <section className="flex flex-col gap-2">
      <h2 className="text-sm font-semibold">Known phishing sites</h2>
      <Card className="flex flex-col gap-3">
        <p className="text-sm" data-testid="phishing-list">
          {list.refreshedAt === undefined
            ? `The list that came with Condor, of ${dateOf(Date.parse(BUNDLED_PHISHING_LIST.date))} (version ${BUNDLED_PHISHING_LIST.version}).`
            : `Refreshed on ${dateOf(list.refreshedAt)}.`}
        </p>
        <p className="text-xs text-muted">
          Sites are compared with it on this device. A newer list is fetched from GitHub only when
          you press the button; GitHub then sees that somebody with your internet address asked.
        </p>
        {refresh.problem === undefined ? null : <Notice tone="warn">{refresh.problem}</Notice>}
        <Button kind="quiet" disabled={refresh.isRunning} onClick={() => void refresh.run()}>
          {refresh.isRunning ? 'Fetching…' : 'Refresh the list'}
        </Button>
      </Card>
    </section>
  );
}

function BlockedSites() {
  const call = useWalletCall();
  const now = useNow(5000);
  const sites = (useSnapshot((snapshot) => snapshot.blockedSites) ?? []).filter(
    ({ until }) => until > now,
  );
  const unblock = useAction((origin: string) => call('sites.unblock', { origin }));
  return (
    <section className="flex flex-col gap-2">
      <h2 className="text-sm font-semibold">Sites that you blocked</h2>
      {sites.length === 0 ? (
        <p className="text-sm text-muted">
          None. A site that bothers you can be blocked from its own request.
        </p>
      ) : null}
      {unblock.problem === undefined ? null : <Notice tone="bad">{unblock.problem}</Notice>}
      <ul className="flex flex-col gap-2" data-testid="blocked-sites">
        {sites.map(({ origin, until }) => (
          <li key={origin}>
            <Card className="flex items-center gap-3">
              <div className="min-w-0 flex-1">
                <p className="break-all text-sm font-medium">{origin}</p>
                <p className="text-xs text-muted">
                  for {Math.ceil((until - now) / 60_000)} more min
                </p>
              </div>
              <Button
                kind="quiet"
                aria-label={`Unblock ${origin}`}
                onClick={() => void unblock.run(origin)}
              >
                Unblock
              </Button>
            </Card>
          </li>
        ))}
      </ul>
    </section>
  );
}
