import { useState } from 'react';
import { i18n } from '#i18n';
import { checksummed, typedAddressProblem } from '../../../shared/chain/address-checksum.ts';
import { hasAddressForm } from '../../../shared/chain/address-form.ts';
import { readReceiver } from '../../../shared/chain/typed-receiver.ts';
import { shortAddress } from '../../../shared/format.ts';
import { useAction } from '../../hooks/use-action.ts';
import { useSnapshot, useWalletCall } from '../../hooks/use-wallet.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { CardList } from '../../ui/CardList.tsx';
import { Field } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { Identicon } from '../../ui/Identicon.tsx';
import { Notice } from '../../ui/Notice.tsx';

/** Edits names for addresses. The vault syncs the names, and each change saves the vault once. */
export function ContactSettings() {
  const call = useWalletCall();
  const vault = useSnapshot((snapshot) => snapshot.vault);
  const [name, setName] = useState('');
  const [address, setAddress] = useState('');
  const receiver = readReceiver(address);
  const add = useAction(async () => {
    if (!hasAddressForm(receiver.text)) return;
    const to = checksummed(receiver.text);
    const edit = { kind: 'set-contact', address: to, name: name.trim() } as const;
    await call('wallets.save', { edits: [edit] });
    setName('');
    setAddress('');
  });
  const remove = useAction((gone: string) =>
    call('wallets.save', { edits: [{ kind: 'remove-contact', address: gone }] }),
  );
  if (vault?.status !== 'unlocked') return null;
  const wrong = typedAddressProblem(receiver.text);
  const badAddress =
    wrong === 'checksum' ? i18n.t('receiver.checksum') : i18n.t('contacts.badAddress');
  return (
    <div className="flex flex-col gap-4">
      <CardList
        testId="contacts"
        items={vault.contacts}
        keyOf={({ address }) => address}
        empty={i18n.t('contacts.empty')}
      >
        {(contact) => (
          <Card className="flex items-center gap-3">
            <Identicon address={contact.address} size={28} />
            <div className="min-w-0 flex-1">
              <p className="truncate text-sm font-medium">{contact.name}</p>
              <p className="text-xs text-muted" title={contact.address}>
                {shortAddress(contact.address)}
              </p>
            </div>
            <Button
              kind="plain"
              aria-label={i18n.t('settings.removeNamed', { name: contact.name })}
              disabled={remove.isRunning}
              onClick={() => void remove.run(contact.address)}
            >
              {i18n.t('settings.remove')}
            </Button>
          </Card>
        )}
      </CardList>
      <Notice tone="bad">{remove.problem}</Notice>
      <Form
        action={add}
        isReady={wrong === undefined && name.trim() !== ''}
        onSubmit={() => void add.run()}
        button={i18n.t('contacts.save')}
        busy={i18n.t('ceremony.followPrompt')}
        kind="quiet"
      >
        <Field label={i18n.t('contacts.name')} value={name} maxLength={60} onType={setName} />
        <Field
          label={i18n.t('contacts.address')}
          value={address}
          onType={setAddress}
          hint={receiver.hadHidden ? i18n.t('receiver.hadHidden') : undefined}
          problem={wrong === undefined ? undefined : badAddress}
        />
      </Form>
    </div>
  );
}
