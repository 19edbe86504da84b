import { useState } from 'react';
import { i18n } from '#i18n';
import { useAction } from '../hooks/use-action.ts';
import { useSecretInput } from '../hooks/use-secret-input.ts';
import { useWalletCall } from '../hooks/use-wallet.ts';
import { accountNames } from '../ui/account-names.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';

/** Imports a recovery phrase, a private key or an address: into the vault, or as a vault's first. */
export function ImportWallet(props: {
  topic: 'wallets.import' | 'vault.beginImport';
  onDone: () => void;
}) {
  const { topic, onDone } = props;
  const call = useWalletCall();
  const [name, setName] = useState(i18n.t('addWallet.importedName'));
  const secret = useSecretInput();
  const save = useAction(async () => {
    await call(topic, {
      name: name.trim(),
      secret: secret.read(),
      accountNames: accountNames(),
    });
    secret.clear();
    onDone();
  });
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void save.run();
      }}
    >
      <Field
        label={i18n.t('addWallet.name')}
        value={name}
        maxLength={60}
        onChange={(e) => setName(e.target.value)}
      />
      <Field
        label={i18n.t('addWallet.secret')}
        type="password"
        {...secret.props}
        hint={i18n.t('addWallet.secretHint')}
        problem={save.problem}
      />
      <Button
        type="submit"
        wide
        disabled={!secret.isFilled || name.trim() === '' || save.isRunning}
      >
        {save.isRunning ? i18n.t('ceremony.followPrompt') : i18n.t('addWallet.importNow')}
      </Button>
    </form>
  );
}
