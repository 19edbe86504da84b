import { useState } from 'react';
import { i18n } from '#i18n';
import type { ChosenAccount } from '../../../../shared/messages/commands/import.ts';
import { MAX_OFFERED } from '../../../../shared/messages/max-offered.ts';
import type { OfferedAccount } from '../../../../shared/messages/wallet-answers.ts';
import { useAction } from '../../../hooks/use-action.ts';
import { useSecretInput } from '../../../hooks/use-secret-input.ts';
import { useWalletCall } from '../../../hooks/use-wallet.ts';
import { accountNames } from '../../../texts/account-names.ts';
import { Field } from '../../../ui/Field.tsx';
import { Form } from '../../../ui/Form.tsx';
import { ChooseAccounts } from './ChooseAccounts.tsx';

/** Number of accounts that each derivation path offers at a time. */
const OFFERED = 5;

/** Imports a recovery phrase, a private key or an address into the vault, or into a new vault. */
export function ImportWallet(props: {
  command: 'wallets.import' | 'vault.beginImport';
  onDone: () => void;
}) {
  const { command, onDone } = props;
  const call = useWalletCall();
  const [name, setName] = useState(i18n.t('addWallet.importedName'));
  const secret = useSecretInput();
  /** Accounts to choose from. The form with the phrase stays mounted while the user chooses. */
  const [offered, setOffered] = useState<readonly OfferedAccount[]>();
  const [count, setCount] = useState(OFFERED);
  const save = useAction(async (accounts?: readonly ChosenAccount[]) => {
    await call(command, {
      name: name.trim(),
      secret: secret.read(),
      accountNames: accountNames(),
      ...(accounts === undefined ? {} : { accounts: [...accounts] }),
    });
    secret.clear();
    onDone();
  });
  const read = useAction(async (wanted: number) => {
    const accounts = await call('wallets.preview', { secret: secret.read(), count: wanted });
    setCount(wanted);
    if (accounts === null) await save.run();
    else setOffered(accounts);
  });
  const isRunning = read.isRunning || save.isRunning;
  const problem = read.problem ?? save.problem;
  return (
    <>
      <Form
        hidden={offered !== undefined}
        className="gap-4"
        action={{ isRunning, problem }}
        isReady={secret.isFilled && name.trim() !== ''}
        onSubmit={() => void read.run(count)}
        button={i18n.t(save.isRunning ? 'ceremony.followPrompt' : 'addWallet.importNow')}
        wide
      >
        <Field label={i18n.t('addWallet.name')} value={name} maxLength={60} onType={setName} />
        <Field
          label={i18n.t('addWallet.secret')}
          type="password"
          {...secret.props}
          hint={i18n.t('addWallet.secretHint')}
        />
      </Form>
      {offered === undefined ? null : (
        <ChooseAccounts
          offered={offered}
          isRunning={isRunning}
          problem={problem}
          onMore={
            count >= MAX_OFFERED
              ? undefined
              : () => void read.run(Math.min(count + OFFERED, MAX_OFFERED))
          }
          onImport={(accounts) => void save.run(accounts)}
        />
      )}
    </>
  );
}
