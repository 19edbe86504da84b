import { Eye, EyeOff } from 'lucide-react';
import { i18n } from '#i18n';
import { useAction } from '../hooks/use-action.ts';
import { useIsHidden } from '../hooks/use-hidden-amounts.ts';
import { useKey } from '../hooks/use-key.ts';
import { useWalletCall } from '../hooks/use-wallet.ts';
import { IconButton } from './IconButton.tsx';

/** Shows a switch that hides the user's amounts on every page. */
export function AmountsSwitch() {
  const { isHidden, change } = useAmounts();
  const Icon = isHidden ? EyeOff : Eye;
  return (
    <IconButton
      label={i18n.t(isHidden ? 'keys.showAmounts' : 'keys.hideAmounts')}
      aria-pressed={isHidden}
      onClick={change}
    >
      <Icon aria-hidden size={16} />
    </IconButton>
  );
}

/** Lets the H key show or hide the amounts, also on pages without the button. */
export function AmountsKey() {
  const { change } = useAmounts();
  useKey('h', change);
  return null;
}

function useAmounts() {
  const call = useWalletCall();
  const isHidden = useIsHidden();
  const { run } = useAction(() => call('settings.set', { areAmountsHidden: !isHidden }));
  return { isHidden, change: () => void run() };
}
