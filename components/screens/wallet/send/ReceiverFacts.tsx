import { useState } from 'react';
import { i18n } from '#i18n';
import { isSameAddress } from '../../../../shared/is-same-address.ts';
import { Acknowledgement } from '../../../approvals/Acknowledgement.tsx';
import { useAccount } from '../../../hooks/use-accounts.ts';
import { useAction } from '../../../hooks/use-action.ts';
import type { Receiver } from '../../../hooks/use-receiver.ts';
import { useSnapshot, useWalletCall } from '../../../hooks/use-wallet.ts';
import { nameOfKnown } from '../../../texts/receiver-text.ts';
import { ActionButton } from '../../../ui/ActionButton.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Field } from '../../../ui/Field.tsx';
import { FullAddress } from '../../../ui/FullAddress.tsx';
import { Identicon } from '../../../ui/Identicon.tsx';
import { Notice } from '../../../ui/Notice.tsx';

/** Shows the receiver's full address, and warnings about it. */
export function ReceiverFacts(props: {
  receiver: Receiver & { address: string };
  isAcknowledged: boolean;
  onAcknowledge: (isGiven: boolean) => void;
  /** Advice about an address to which this wallet has never sent anything. */
  firstTime?: string;
}) {
  const { receiver } = props;
  const { address, lookAlike } = receiver;
  const name = useKnownName(address) ?? receiver.name;
  return (
    <>
      <Card className="flex items-center gap-3" data-testid="receiver">
        <Identicon address={address} size={32} />
        <div className="min-w-0 flex-1">
          {name === undefined ? null : <p className="truncate text-sm font-medium">{name}</p>}
          <FullAddress address={address} />
        </div>
      </Card>
      {lookAlike !== undefined ? (
        <>
          <Notice tone="bad">
            <p className="font-semibold">
              {i18n.t('send.lookAlike', { name: nameOfKnown(lookAlike) })}
            </p>
            <p className="mt-1">{i18n.t('send.lookAlikeWhy')}</p>
            <FullAddress address={lookAlike.address} className="mt-1" />
          </Notice>
          <Acknowledgement
            sentence={i18n.t('send.lookAlikeAgree')}
            isGiven={props.isAcknowledged}
            onChange={props.onAcknowledge}
          />
        </>
      ) : receiver.isFirstTime ? (
        <Notice tone="warn">{props.firstTime ?? i18n.t('send.newReceiver')}</Notice>
      ) : null}
      {lookAlike === undefined ? (
        <SaveContact key={address} address={address} suggested={receiver.name} />
      ) : null}
    </>
  );
}

function useKnownName(address: string): string | undefined {
  const account = useAccount(address);
  const contact = useSnapshot(({ vault }) =>
    vault.status === 'unlocked'
      ? vault.contacts.find((one) => isSameAddress(one.address, address))
      : undefined,
  );
  return (contact ?? account)?.name;
}

/** Saves an unknown receiver as a contact in the vault, with one passkey prompt. */
function SaveContact({ address, suggested }: { address: string; suggested: string | undefined }) {
  const call = useWalletCall();
  const isKnown = useKnownName(address) !== undefined;
  const [isOpen, setIsOpen] = useState(false);
  const [name, setName] = useState(suggested ?? '');
  const save = useAction(() =>
    call('wallets.save', { edits: [{ kind: 'set-contact', address, name: name.trim() }] }),
  );
  if (isKnown) return null;
  if (!isOpen) {
    return (
      <Button kind="plain" className="self-start" onClick={() => setIsOpen(true)}>
        {i18n.t('send.saveContact')}
      </Button>
    );
  }
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <Field
          label={i18n.t('send.contactName')}
          value={name}
          maxLength={60}
          problem={save.problem}
          onType={setName}
        />
      </div>
      <ActionButton
        action={save}
        busy={i18n.t('send.savingContact')}
        kind="quiet"
        className="mt-6"
        disabled={name.trim() === ''}
      >
        {i18n.t('send.save')}
      </ActionButton>
    </div>
  );
}
