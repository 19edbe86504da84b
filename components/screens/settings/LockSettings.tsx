import { i18n } from '#i18n';
import { useAction } from '../../hooks/use-action.ts';
import { useSnapshot, useWalletCall } from '../../hooks/use-wallet.ts';
import { durationText } from '../../texts/times.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';

const CHOICES = [1, 5, 10, 30, 60, 240, 480] as const;

/** Sets when the vault locks by itself. */
export function LockSettings() {
  const call = useWalletCall();
  const minutes = useSnapshot((snapshot) => snapshot.autoLockMinutes);
  const set = useAction((next: number) => call('vault.setAutoLock', { minutes: next }));
  const withScreen = useSnapshot((snapshot) => snapshot.locksWithScreen) ?? false;
  const setWithScreen = useAction((isOn: boolean) => call('vault.setScreenLock', { isOn }));
  const problem = set.problem ?? setWithScreen.problem;
  const lock = useAction(() => call('vault.lock', {}));
  return (
    <div className="flex flex-col gap-4">
      <fieldset className="grid grid-cols-2 gap-x-2">
        <legend className="mb-1 text-sm text-muted">{i18n.t('autoLock.afterUse')}</legend>
        {CHOICES.map((choice) => (
          <label key={choice} className="flex items-center gap-3 rounded-lg px-2 py-1.5 text-sm">
            <input
              type="radio"
              name="auto-lock"
              className="accent-accent"
              checked={minutes === choice}
              onChange={() => void set.run(choice)}
            />
            {durationText(choice)}
          </label>
        ))}
      </fieldset>
      <p className="text-xs text-muted">{i18n.t('autoLock.atLatest')}</p>
      <label className="flex items-center gap-3 rounded-lg px-2 py-1.5 text-sm">
        <input
          type="checkbox"
          className="accent-accent"
          checked={withScreen}
          onChange={(event) => void setWithScreen.run(event.target.checked)}
        />
        {i18n.t('autoLock.withScreen')}
      </label>
      {problem === undefined ? null : <Notice tone="bad">{problem}</Notice>}
      <Button kind="quiet" onClick={() => void lock.run()}>
        {i18n.t('autoLock.now')}
      </Button>
    </div>
  );
}
