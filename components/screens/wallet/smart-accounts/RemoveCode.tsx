import { useState } from 'react';
import { i18n } from '#i18n';
import { isSameAddress } from '../../../../shared/is-same-address.ts';
import { useAction } from '../../../hooks/use-action.ts';
import { useSnapshot, useWalletCall } from '../../../hooks/use-wallet.ts';
import { amountText } from '../../../texts/numbers.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Select } from '../../../ui/Select.tsx';
import { payersFor, suggestedPayer } from './payer.ts';
import { useSmartAccounts } from './use-smart-accounts.ts';

/** Removes an account's code. The user chooses the account that pays. */
export function RemoveCode({ account, isForeign }: { account: string; isForeign: boolean }) {
  const call = useWalletCall();
  const { data } = useSmartAccounts();
  const [chosen, setChosen] = useState<string>();
  const pending = useSnapshot(({ activity }) => activity.pending) ?? 0;
  const remove = useAction((payer: string) => call('smartAccounts.remove', { account, payer }));
  const payers = payersFor(account, data ?? []);
  const payer = payers.find(({ address }) => address === chosen) ?? suggestedPayer(account, payers);
  const name = data?.find(({ address }) => isSameAddress(address, account))?.name;
  // Removing code needs the account's key. The vault has no key of a watched account.
  if (name === undefined) return null;
  return (
    <div className="flex flex-col gap-2 text-ink">
      {payers.some(({ address }) => !isSameAddress(address, account)) ? (
        <Select
          label={i18n.t('delegation.payerLabel')}
          options={payers.map(({ address, name: owner, wei = '0' }) => ({
            value: address,
            text: i18n.t('delegation.payerOption', {
              name: owner,
              amount: amountText(BigInt(wei), 18),
            }),
          }))}
          value={payer?.address}
          onPick={setChosen}
        />
      ) : null}
      {payer === undefined ? <p className="text-sm">{i18n.t('delegation.noPayer')}</p> : null}
      {remove.isDone && pending > 0 ? <p className="text-sm">{i18n.t('delegation.sent')}</p> : null}
      <Button
        kind={isForeign ? 'danger' : 'quiet'}
        disabled={payer === undefined || remove.isRunning}
        aria-label={i18n.t(isForeign ? 'delegation.removeOf' : 'delegation.undoOf', { name })}
        onClick={() => (payer === undefined ? undefined : void remove.run(payer.address))}
      >
        {remove.isRunning
          ? i18n.t('delegation.confirming')
          : i18n.t(isForeign ? 'delegation.remove' : 'delegation.undo')}
      </Button>
      <Notice tone="bad">{remove.problem}</Notice>
    </div>
  );
}
