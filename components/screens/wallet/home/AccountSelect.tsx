import { i18n } from '#i18n';
import type { VaultView } from '../../../../shared/messages/snapshot.ts';
import { useWalletCall } from '../../../hooks/use-wallet.ts';

/** The choice of the account that every page uses. */
export function AccountSelect(props: {
  wallets: Extract<VaultView, { status: 'unlocked' }>['wallets'];
  selected: string;
}) {
  const call = useWalletCall();
  return (
    <select
      aria-label={i18n.t('home.account')}
      value={props.selected}
      onChange={(event) => void call('accounts.select', { address: event.target.value })}
      className="min-h-6 w-full truncate rounded-md bg-transparent text-sm font-semibold"
    >
      {props.wallets
        .flatMap(({ accounts }) => accounts)
        .map(({ address, name }) => (
          <option key={address} value={address}>
            {name}
          </option>
        ))}
    </select>
  );
}
