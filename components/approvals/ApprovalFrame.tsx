import { type ReactNode, useEffect, useState } from 'react';
import type { ApprovalView } from '../../shared/approvals/view.ts';
import { Button } from '../ui/Button.tsx';
import { Mark } from '../ui/Mark.tsx';

/** A prompt that has just appeared takes no click yet: it may have come under a moving mouse. */
const GUARD_MS = 600;

/** The slots that every approval has: who asks, what happens, and the two buttons. */
export function ApprovalFrame(props: {
  view: ApprovalView;
  title: string;
  confirm: string;
  /** Without it the request cannot be confirmed at all. */
  onConfirm?: (() => void) | undefined;
  isBlocked?: boolean;
  onReject: () => void;
  children: ReactNode;
}) {
  const { view } = props;
  const [isGuarded, setIsGuarded] = useState(true);
  // Each request has a frame of its own, so that the next one in the window is guarded anew.
  useEffect(() => {
    const timer = setTimeout(() => setIsGuarded(false), GUARD_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <main className="flex h-dvh flex-col">
      <header className="flex items-center gap-3 border-b border-line px-4 py-3">
        <Mark size={28} />
        <div className="min-w-0 flex-1">
          <p className="text-sm font-semibold break-all" data-testid="origin" title={view.origin}>
            {view.origin ?? 'You, in Condor'}
          </p>
          {view.topOrigin === undefined ? null : (
            <p className="text-xs break-all text-warn">inside {view.topOrigin}</p>
          )}
        </div>
        {view.position.count > 1 ? (
          <span className="rounded-full bg-raised px-2 py-0.5 text-xs text-muted">
            {view.position.index} of {view.position.count}
          </span>
        ) : null}
      </header>
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-4">
        <h1 className="text-lg leading-snug font-semibold text-balance">{props.title}</h1>
        {props.children}
      </div>
      <footer className="flex gap-3 border-t border-line bg-surface p-4">
        <Button kind="quiet" className="flex-1" onClick={props.onReject}>
          Reject
        </Button>
        {props.onConfirm === undefined ? null : (
          <Button
            className="flex-1"
            disabled={isGuarded || props.isBlocked === true}
            onClick={props.onConfirm}
          >
            {props.confirm}
          </Button>
        )}
      </footer>
    </main>
  );
}
