import { type ReactNode, useEffect, useRef } from 'react';
import type { VaultView } from '../../../shared/messages/snapshot.ts';
import { useLanguage } from '../../hooks/use-language.ts';
import { type Surface, useSurface } from '../../hooks/use-surface.ts';
import { useSnapshot, useWalletCall } from '../../hooks/use-wallet.ts';
import { later } from '../../ui/later.tsx';
import { Splash } from '../../ui/Splash.tsx';
import { Welcome } from '../vault/first-run/Welcome.tsx';
import { Unlock } from '../vault/unlock/Unlock.tsx';

const Approval = later(async () => (await import('../prompt/Approval.tsx')).Approval);
const FirstRun = later(async () => (await import('../vault/first-run/FirstRun.tsx')).FirstRun);
const Unreadable = later(async () => (await import('../vault/unlock/Unreadable.tsx')).Unreadable);

/**
 * Shows its content once the vault is open. Before that, shows the screens that open or create a
 * vault.
 */
export function VaultGate(props: {
  children: (vault: Extract<VaultView, { status: 'unlocked' }>) => ReactNode;
}) {
  const surface = useSurface();
  const isReady = useLanguage();
  const vault = useSnapshot((snapshot) => snapshot.vault);
  const isAsked = useWaitingRequest(surface.kind);
  if (vault === undefined || !isReady) return <Splash />;
  if (isAsked) return <Approval />;
  switch (vault.status) {
    case 'empty':
      // A passkey prompt would close the popup, so a new user continues in a tab.
      if (surface.kind !== 'tab') return <Welcome onStart={surface.openTab} />;
      return <FirstRun />;
    case 'unreadable':
      return <Unreadable parts={vault.parts} />;
    case 'locked':
      return <Unlock />;
    case 'unlocked':
      return props.children(vault);
  }
}

/**
 * Returns true when a request waits and the browser doesn't open a window for the request. In a
 * popup, first asks the worker to open the window.
 */
function useWaitingRequest(kind: Surface['kind']): boolean {
  const call = useWalletCall();
  const isWaiting = useSnapshot(({ approvalIds }) => approvalIds.length > 0);
  const hasNoWindow = useSnapshot((snapshot) => snapshot.hasNoWindow) ?? false;
  const wasAtStart = useRef(isWaiting);
  wasAtStart.current ??= isWaiting;
  const isMissing = kind === 'popup' && wasAtStart.current === true;
  useEffect(() => {
    // If the worker can't open a window, the snapshot reports the failure.
    if (isMissing) void call('approvals.show', {}).catch(() => undefined);
  }, [isMissing, call]);
  return isWaiting === true && hasNoWindow;
}
