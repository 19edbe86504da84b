import { Lock, Settings, Wallet } from 'lucide-react';
import { i18n } from '#i18n';
import { shortAddress } from '../../../../shared/format.ts';
import { useAccount } from '../../../hooks/use-accounts.ts';
import { useAction } from '../../../hooks/use-action.ts';
import { useWalletCall } from '../../../hooks/use-wallet.ts';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Identicon } from '../../../ui/Identicon.tsx';
import { AccountSelect } from './AccountSelect.tsx';

/** Shows the choice of the account, and buttons for new wallets, the settings and the lock. */
export function AccountHeader(props: {
  selected: string;
  onAddWallet: () => void;
  onSettings: () => void;
}) {
  const call = useWalletCall();
  const lock = useAction(() => call('vault.lock', {}));
  const { selected } = props;
  const account = useAccount();
  return (
    <header className="flex items-center gap-1">
      <Identicon address={selected} />
      <div className="ms-2 min-w-0 flex-1">
        <AccountSelect />
        <p className="flex items-center gap-0.5 ps-1 text-xs text-muted">
          <span title={selected} data-testid="address">
            {shortAddress(selected)}
          </span>
          <CopyButton value={selected} label={i18n.t('home.copyAddress')} />
          {account?.kind === 'watch' ? <span>· {i18n.t('home.watchOnly')}</span> : null}
        </p>
      </div>
      <IconButton label={i18n.t('home.addWallet')} onClick={props.onAddWallet}>
        <Wallet aria-hidden size={18} />
      </IconButton>
      <IconButton label={i18n.t('home.settings')} onClick={props.onSettings}>
        <Settings aria-hidden size={18} />
      </IconButton>
      <IconButton label={i18n.t('home.lock')} onClick={() => void lock.run()}>
        <Lock aria-hidden size={18} />
      </IconButton>
    </header>
  );
}
