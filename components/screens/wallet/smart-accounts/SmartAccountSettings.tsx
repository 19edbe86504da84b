import { i18n } from '#i18n';
import { shortAddress } from '../../../../shared/format.ts';
import type { SmartAccountView } from '../../../../shared/messages/wallet-answers.ts';
import { useAction } from '../../../hooks/use-action.ts';
import { useSnapshot, useWalletCall } from '../../../hooks/use-wallet.ts';
import { ActionButton } from '../../../ui/ActionButton.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Check } from '../../../ui/Check.tsx';
import { Fact, Facts } from '../../../ui/Facts.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { RemoveCode } from './RemoveCode.tsx';
import { useSmartAccounts } from './use-smart-accounts.ts';

const FACTS = [
  { title: 'delegation.staysTitle', text: 'delegation.stays' },
  { title: 'delegation.undoTitle', text: 'delegation.undoHow' },
  { title: 'delegation.costTitle', text: 'delegation.cost' },
] as const;

/** Explains smart accounts, turns them on and off, and shows which accounts have code. */
export function SmartAccountSettings() {
  const call = useWalletCall();
  const isOn = useSnapshot((snapshot) => snapshot.usesSmartAccounts) ?? false;
  const turn = useAction((next: boolean) => call('settings.set', { usesSmartAccounts: next }));
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm">{i18n.t('delegation.means')}</p>
      <Facts look="texts">
        {FACTS.map(({ title, text }) => (
          <Fact key={title} label={i18n.t(title)} text={i18n.t(text)} />
        ))}
      </Facts>
      <Card>
        <Check
          label={i18n.t('delegation.switch')}
          isOn={isOn}
          onChange={(next) => void turn.run(next)}
          className="font-medium"
        />
      </Card>
      <Notice tone="bad">{turn.problem}</Notice>
      <Accounts isOn={isOn} />
    </div>
  );
}

function Accounts({ isOn }: { isOn: boolean }) {
  const { data, error } = useSmartAccounts();
  if (error !== null) {
    const problem = error.message;
    return <Notice tone="warn">{i18n.t('delegation.readFailed', { problem })}</Notice>;
  }
  return (
    <section className="flex flex-col gap-2">
      <h2 className="text-sm font-semibold">{i18n.t('delegation.accountsTitle')}</h2>
      {data === undefined ? (
        <p className="text-sm text-muted">{i18n.t('delegation.reading')}</p>
      ) : (
        <ul className="flex flex-col gap-2">
          {data.map((account) => (
            <li key={account.address}>
              <AccountCard account={account} isOn={isOn} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function AccountCard({ account, isOn }: { account: SmartAccountView; isOn: boolean }) {
  const { address, name, code } = account;
  const call = useWalletCall();
  const set = useAction(() => call('smartAccounts.set', { account: address }));
  return (
    <Card className="flex flex-col gap-2">
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <p className="truncate text-sm font-medium">{name}</p>
          <p className="text-xs text-muted" title={address}>
            {shortAddress(address)}
          </p>
          <p className={`text-xs ${code === 'foreign' ? 'text-bad' : 'text-muted'}`}>
            {stateText(account)}
          </p>
        </div>
        {isOn && code === 'none' ? (
          <ActionButton
            action={set}
            busy={i18n.t('delegation.confirming')}
            kind="quiet"
            aria-label={i18n.t('delegation.turnOnOf', { name })}
          >
            {i18n.t('delegation.turnOn')}
          </ActionButton>
        ) : null}
      </div>
      {code === 'delegator' || code === 'foreign' ? (
        <RemoveCode account={address} isForeign={code === 'foreign'} />
      ) : null}
      <Notice tone="bad">{set.problem}</Notice>
    </Card>
  );
}

function stateText({ code, delegate = '' }: SmartAccountView): string {
  switch (code) {
    case 'none':
      return i18n.t('delegation.ordinary');
    case 'delegator':
      return i18n.t('delegation.smart');
    case 'foreign':
      return i18n.t('delegation.foreign', { address: shortAddress(delegate) });
    case 'contract':
      return i18n.t('delegation.contract');
    case 'unread':
      return i18n.t('delegation.unread');
  }
}
