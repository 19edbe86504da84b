import { useState } from 'react';
import { i18n } from '#i18n';
import { useAction } from '../../../hooks/use-action.ts';
import { useSecretInput } from '../../../hooks/use-secret-input.ts';
import { useWalletCall } from '../../../hooks/use-wallet.ts';
import { accountNames } from '../../../texts/account-names.ts';
import { Field } from '../../../ui/Field.tsx';
import { FileField } from '../../../ui/FileField.tsx';
import { Form } from '../../../ui/Form.tsx';

/** Imports the key of a keystore file (version 3) with its password. */
export function ImportKeystore(props: {
  command: 'wallets.importKeystore' | 'vault.beginKeystore';
  onDone: () => void;
}) {
  const { command, onDone } = props;
  const call = useWalletCall();
  const [name, setName] = useState(i18n.t('addWallet.importedName'));
  const [file, setFile] = useState('');
  const password = useSecretInput();
  const save = useAction(async () => {
    await call(command, {
      name: name.trim(),
      file,
      password: password.read(),
      accountNames: accountNames(),
    });
    password.clear();
    onDone();
  });
  return (
    <Form
      className="gap-4"
      action={save}
      isReady={file !== '' && name.trim() !== ''}
      onSubmit={() => void save.run()}
      button={i18n.t('addWallet.importKey')}
      busy={i18n.t('ceremony.followPrompt')}
      wide
    >
      <Field label={i18n.t('addWallet.name')} value={name} maxLength={60} onType={setName} />
      <FileField
        label={i18n.t('addWallet.keystore')}
        onFile={(chosen) => void chosen.text().then(setFile)}
      />
      <Field label={i18n.t('addWallet.keystorePassword')} type="password" {...password.props} />
    </Form>
  );
}
