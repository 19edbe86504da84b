import { useId } from 'react';
import { useAction } from '../hooks/use-action.ts';
import { useHostAccess } from '../hooks/use-host-access.ts';
import { useSnapshot, useWalletCall } from '../hooks/use-wallet.ts';

/**
 * Shows a switch for the weekly refresh of the list of phishing sites. The browser asks for access
 * to the list's source during the click that turns the refresh on.
 */
export function WeeklyPhishingList(props: {
  label: string;
  /** Address that the list is read from once the refresh is on. */
  source: string;
  hint?: string;
}) {
  const { source, hint } = props;
  const id = useId();
  const call = useWalletCall();
  const askForHosts = useHostAccess();
  const list = useSnapshot((snapshot) => snapshot.phishingList);
  const change = useAction(async (isWeekly: boolean) => {
    if (isWeekly) await askForHosts([source]);
    await call('phishing.setRefresh', {
      isWeekly,
      // An unfinished address must not prevent the user from turning the refresh off.
      source: isWeekly ? source.trim() : (list?.source ?? source),
    });
  });
  return (
    <div className="flex items-start gap-3 text-sm">
      <input
        id={id}
        type="checkbox"
        className="mt-1 shrink-0 accent-accent"
        checked={list?.isWeekly ?? false}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => void change.run(event.target.checked)}
      />
      <div className="flex min-w-0 flex-col gap-0.5">
        <label htmlFor={id}>{props.label}</label>
        {hint === undefined ? null : (
          <p id={`${id}-hint`} className="text-xs wrap-anywhere text-muted">
            {hint}
          </p>
        )}
        <p role="alert" className="text-xs text-bad empty:hidden">
          {change.problem}
        </p>
      </div>
    </div>
  );
}
