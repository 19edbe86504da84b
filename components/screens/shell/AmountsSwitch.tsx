import { Eye, EyeOff } from 'lucide-react';
import { i18n } from '#i18n';
import { useAction } from '../../hooks/use-action.ts';
import { useKey } from '../../hooks/use-key.ts';
import { useSnapshot, useWalletCall } from '../../hooks/use-wallet.ts';
import { IconButton } from '../../ui/IconButton.tsx';

/** Hides what the user owns on every page, or shows it again; the key H does the same. */
export function AmountsSwitch() {
  const call = useWalletCall();
  const isHidden = useSnapshot(({ areAmountsHidden }) => areAmountsHidden) === true;
  const change = useAction(() => call('settings.hideAmounts', { areHidden: !isHidden }));
  useKey('h', () => void change.run());
  const Icon = isHidden ? EyeOff : Eye;
  return (
    <IconButton
      label={i18n.t(isHidden ? 'keys.showAmounts' : 'keys.hideAmounts')}
      aria-pressed={isHidden}
      onClick={() => void change.run()}
    >
      <Icon aria-hidden size={16} />
    </IconButton>
  );
}
