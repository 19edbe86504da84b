import { i18n } from '#i18n';
import { useAction } from '../../hooks/use-action.ts';
import { useSnapshot, useWalletCall } from '../../hooks/use-wallet.ts';
import { durationText } from '../../texts/times.ts';
import { Button } from '../../ui/Button.tsx';
import { Check } from '../../ui/Check.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Radios } from '../../ui/Radios.tsx';

const CHOICES: readonly number[] = [1, 5, 10, 30, 60, 240, 480];

/** Sets when the vault locks by itself. */
export function LockSettings() {
  const call = useWalletCall();
  const minutes = useSnapshot((snapshot) => snapshot.autoLockMinutes);
  const set = useAction((next: number) => call('vault.setAutoLock', { minutes: next }));
  const withScreen = useSnapshot((snapshot) => snapshot.locksWithScreen) ?? false;
  const setWithScreen = useAction((locksWithScreen: boolean) =>
    call('settings.set', { locksWithScreen }),
  );
  const problem = set.problem ?? setWithScreen.problem;
  const lock = useAction(() => call('vault.lock', {}));
  return (
    <div className="flex flex-col gap-4">
      <Radios
        legend={i18n.t('autoLock.afterUse')}
        className="grid grid-cols-2 gap-x-2"
        options={CHOICES.map((choice) => ({ value: choice, text: durationText(choice) }))}
        value={minutes}
        onPick={(choice) => void set.run(choice)}
      />
      <p className="text-xs text-muted">{i18n.t('autoLock.atLatest')}</p>
      <Check
        label={i18n.t('autoLock.withScreen')}
        isOn={withScreen}
        onChange={(isOn) => void setWithScreen.run(isOn)}
      />
      <Notice tone="bad">{problem}</Notice>
      <Button kind="quiet" onClick={() => void lock.run()}>
        {i18n.t('autoLock.now')}
      </Button>
    </div>
  );
}
