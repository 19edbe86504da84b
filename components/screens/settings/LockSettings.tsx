import { i18n } from '#i18n';
import { useAction } from '../../hooks/use-action.ts';
import { useSnapshot, useWalletCall } from '../../hooks/use-wallet.ts';
import { durationText } from '../../texts/times.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';

const IDLE_CHOICES = [1, 5, 10, 30, 60, 240, 480] as const;
const MAX_CHOICES = [60, 240, 480, 720, 1440] as const;

/** Sets how long the vault stays open: after the last activity, and in total. */
export function LockSettings() {
  const call = useWalletCall();
  const minutes = useSnapshot((snapshot) => snapshot.autoLockMinutes);
  const set = useAction((next: number) => call('vault.setAutoLock', { minutes: next }));
  const maxMinutes = useSnapshot((snapshot) => snapshot.maxUnlockedMinutes);
  const setMax = useAction((next: number) => call('vault.setMaxUnlocked', { minutes: next }));
  const withScreen = useSnapshot((snapshot) => snapshot.locksWithScreen) ?? false;
  const setWithScreen = useAction((isOn: boolean) => call('vault.setScreenLock', { isOn }));
  const hides = useSnapshot((snapshot) => snapshot.hidesWhileLocked) ?? false;
  const setHides = useAction((isOn: boolean) => call('vault.setHiddenWhileLocked', { isOn }));
  const problem = [setWithScreen, setHides, setMax, set].find((one) => one.problem)?.problem;
  const lock = useAction(() => call('vault.lock', {}));
  return (
    <div className="flex flex-col gap-4">
      <Durations
        name="auto-lock"
        legend={i18n.t('autoLock.afterUse')}
        choices={IDLE_CHOICES}
        chosen={minutes}
        onChoose={(next) => void set.run(next)}
      />
      <Durations
        name="max-unlocked"
        legend={i18n.t('autoLock.atLatest')}
        choices={MAX_CHOICES}
        chosen={maxMinutes}
        onChoose={(next) => void setMax.run(next)}
      />
      <Switch
        label={i18n.t('autoLock.withScreen')}
        isOn={withScreen}
        onChange={(isOn) => void setWithScreen.run(isOn)}
      />
      <Switch
        label={i18n.t('autoLock.hideAccounts')}
        isOn={hides}
        onChange={(isOn) => void setHides.run(isOn)}
      />
      {problem === undefined ? null : <Notice tone="bad">{problem}</Notice>}
      <Button kind="quiet" onClick={() => void lock.run()}>
        {i18n.t('autoLock.now')}
      </Button>
    </div>
  );
}

function Switch(props: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <label className="flex items-center gap-3 rounded-lg px-2 py-1.5 text-sm">
      <input
        type="checkbox"
        className="accent-accent"
        checked={props.isOn}
        onChange={(event) => props.onChange(event.target.checked)}
      />
      {props.label}
    </label>
  );
}

/** A choice of several durations. */
function Durations(props: {
  name: string;
  legend: string;
  choices: readonly number[];
  chosen: number | undefined;
  onChoose: (minutes: number) => void;
}) {
  return (
    <fieldset className="grid grid-cols-2 gap-x-2">
      <legend className="mb-1 text-sm text-muted">{props.legend}</legend>
      {props.choices.map((choice) => (
        <label key={choice} className="flex items-center gap-3 rounded-lg px-2 py-1.5 text-sm">
          <input
            type="radio"
            name={props.name}
            className="accent-accent"
            checked={props.chosen === choice}
            onChange={() => props.onChoose(choice)}
          />
          {durationText(choice)}
        </label>
      ))}
    </fieldset>
  );
}
