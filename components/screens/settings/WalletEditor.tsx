import { type ReactNode, useState } from 'react';
import { i18n } from '#i18n';
import { shortAddress } from '../../../shared/format.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Check } from '../../ui/Check.tsx';
import { Identicon } from '../../ui/Identicon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { RevealSecret } from './RevealSecret.tsx';
import type { EditedWallet } from './wallet-changes.ts';

const INPUT = 'min-h-9 w-full min-w-0 rounded-lg border border-line bg-surface px-2 text-sm';

/** Edits one wallet: its name, its accounts, its secret, and its removal. */
export function WalletEditor(props: {
  wallet: EditedWallet;
  /** True if the wallet has the vault's last visible account, which can't be hidden. */
  isLastVisible: boolean;
  isAdding: boolean;
  onChange: (wallet: EditedWallet) => void;
  onRemove: () => void;
  onAddAccount: () => void;
  /** Buttons beside the name. */
  children: ReactNode;
}) {
  const { wallet, onChange } = props;
  const [isOpen, setIsOpen] = useState(false);
  const changeAccount = (address: string, part: Partial<EditedAccount>) =>
    onChange({
      ...wallet,
      accounts: wallet.accounts.map((account) =>
        account.address === address ? { ...account, ...part } : account,
      ),
    });
  return (
    <Card className="flex flex-col gap-3">
      <div className="flex items-center gap-1">
        <input
          aria-label={i18n.t(`wallets.${wallet.kind}Name`, { name: wallet.name })}
          className={`${INPUT} font-semibold`}
          value={wallet.name}
          maxLength={60}
          onChange={(event) => onChange({ ...wallet, name: event.target.value })}
        />
        {props.children}
      </div>
      <p className="text-xs text-muted">{i18n.t(`wallets.kind.${wallet.kind}`)}</p>
      <ul className="flex flex-col gap-2">
        {wallet.accounts.map((account) => (
          <AccountRow
            key={account.address}
            account={account}
            canHide={!props.isLastVisible}
            onChange={(part) => changeAccount(account.address, part)}
          />
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        {wallet.kind === 'seed' ? (
          <Button kind="plain" disabled={props.isAdding} onClick={props.onAddAccount}>
            {i18n.t('wallets.addAccount')}
          </Button>
        ) : null}
        <Button kind="plain" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {wallet.kind === 'watch' ? i18n.t('settings.remove') : i18n.t('wallets.exportOrRemove')}
        </Button>
      </div>
      {isOpen ? <Leaving wallet={wallet} onRemove={props.onRemove} /> : null}
    </Card>
  );
}

type EditedAccount = EditedWallet['accounts'][number];

function AccountRow(props: {
  account: EditedAccount;
  canHide: boolean;
  onChange: (part: Partial<EditedAccount>) => void;
}) {
  const { account, onChange } = props;
  return (
    <li className="flex items-center gap-2">
      <Identicon address={account.address} size={24} />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <input
          aria-label={i18n.t('wallets.accountName', {
            address: shortAddress(account.address),
          })}
          className={INPUT}
          value={account.name}
          maxLength={60}
          onChange={(event) => onChange({ name: event.target.value })}
        />
        <span className="ps-2 text-xs text-muted" title={account.address}>
          {shortAddress(account.address)}
        </span>
      </div>
      <Button
        kind="plain"
        className="px-2"
        aria-label={i18n.t(account.hidden ? 'wallets.showAccount' : 'wallets.hideAccount', {
          name: account.name,
          address: shortAddress(account.address),
        })}
        disabled={!props.canHide && !account.hidden}
        onClick={() => onChange({ hidden: !account.hidden })}
      >
        {account.hidden ? i18n.t('wallets.show') : i18n.t('wallets.hideSecret')}
      </Button>
    </li>
  );
}

/** Shows the wallet's secret, then the button that removes the wallet. */
function Leaving({ wallet, onRemove }: { wallet: EditedWallet; onRemove: () => void }) {
  const [wasExported, setWasExported] = useState(false);
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-3">
      {wallet.kind === 'watch' ? null : (
        <RevealSecret walletId={wallet.id} onSeen={() => setWasExported(true)} />
      )}
      <Remove isSafe={wallet.kind === 'watch'} wasExported={wasExported} onRemove={onRemove} />
    </div>
  );
}

/**
 * Removes a wallet from the vault. A wallet with a secret requires an export of that secret first.
 */
function Remove(props: { isSafe: boolean; wasExported: boolean; onRemove: () => void }) {
  const [isSure, setIsSure] = useState(false);
  if (props.isSafe) {
    return (
      <Button kind="quiet" onClick={props.onRemove}>
        {i18n.t('wallets.remove')}
      </Button>
    );
  }
  if (!props.wasExported) {
    return <Notice>{i18n.t('wallets.removeHint')}</Notice>;
  }
  return (
    <div className="flex flex-col gap-2">
      <Check label={i18n.t('wallets.removeAgree')} isOn={isSure} onChange={setIsSure} />
      <Button kind="danger" disabled={!isSure} onClick={props.onRemove}>
        {i18n.t('wallets.remove')}
      </Button>
    </div>
  );
}
