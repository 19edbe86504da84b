import { i18n } from '#i18n';
import { useAccounts } from '../../../hooks/use-accounts.ts';
import { useSnapshot, useWalletCall } from '../../../hooks/use-wallet.ts';

const ALL = 'all';

/** Lets the user choose the account that all pages show. */
export function AccountSelect(props: {
  /**
   * The choice of all accounts, on pages that can show all accounts. The selected account doesn't
   * change.
   */
  all?: { readonly isChosen: boolean; readonly onChoose: (isAll: boolean) => void } | undefined;
}) {
  const { all } = props;
  const call = useWalletCall();
  const selected = useSnapshot((snapshot) => snapshot.selected);
  const accounts = useAccounts();
  const choose = (value: string) => {
    all?.onChoose(value === ALL);
    if (value !== ALL) void call('accounts.select', { address: value });
  };
  return (
    <select
      aria-label={i18n.t('home.account')}
      value={all?.isChosen === true ? ALL : selected}
      onChange={(event) => choose(event.target.value)}
      className="min-h-6 w-full truncate rounded-md bg-transparent text-sm font-semibold"
    >
      {all === undefined || accounts.length < 2 ? null : (
        <option value={ALL}>{i18n.t('desk.allAccounts')}</option>
      )}
      {accounts.map(({ address, name }) => (
        <option key={address} value={address}>
          {name}
        </option>
      ))}
    </select>
  );
}
