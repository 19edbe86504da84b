import type { ReactNode } from 'react';
import { i18n } from '#i18n';
import { useSnapshot } from '../hooks/use-wallet.ts';
import { RejectButton } from './RejectButton.tsx';

/** Names the sites whose requests wait until the user has set up or unlocked the wallet. */
export function WaitingSites(props: {
  reason: 'approvals.setUpFirst' | 'approvals.unlockToSee';
  onReject: () => void;
  children: ReactNode;
}) {
  const sites = useSnapshot((snapshot) => snapshot.waitingSites) ?? [];
  return (
    <div className="flex min-h-full flex-col">
      {sites.length === 0 ? null : (
        <header
          className="flex items-center gap-3 border-b border-line bg-surface px-4 py-3"
          data-testid="waiting-site"
        >
          <div className="min-w-0 flex-1">
            <ul className="max-h-24 overflow-y-auto text-sm font-semibold break-all">
              {sites.map((site) => (
                <li key={site}>{site}</li>
              ))}
            </ul>
            <p className="text-xs text-pretty text-muted">{i18n.t(props.reason, sites.length)}</p>
          </div>
          <RejectButton kind="quiet" className="shrink-0" onClick={props.onReject}>
            {i18n.t('approvals.notNow')}
          </RejectButton>
        </header>
      )}
      {props.children}
    </div>
  );
}
