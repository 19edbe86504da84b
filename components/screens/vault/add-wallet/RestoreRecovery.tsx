import { useState } from 'react';
import { i18n } from '#i18n';
import { useAction } from '../../../hooks/use-action.ts';
import { useSecretInput } from '../../../hooks/use-secret-input.ts';
import { useWalletCall } from '../../../hooks/use-wallet.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/Field.tsx';
import { FileField } from '../../../ui/FileField.tsx';
import { Form } from '../../../ui/Form.tsx';
import { Notice } from '../../../ui/Notice.tsx';

/** Restores wallets from a recovery file. Wallets that the vault already has don't change. */
export function RestoreRecovery(props: {
  command: 'recovery.restore' | 'vault.beginRestore';
  onDone: () => void;
}) {
  const { command, onDone } = props;
  const call = useWalletCall();
  const [text, setText] = useState('');
  const code = useSecretInput();
  const [result, setResult] = useState<{ added: number; known: number }>();
  const restore = useAction(async () => {
    setResult(await call(command, { text, code: code.read() }));
    code.clear();
    setText('');
  });
  if (result !== undefined) {
    return (
      <div className="flex flex-col gap-4">
        <Notice>
          {i18n.t('addWallet.restored', result.added)}{' '}
          {result.known === 0 ? '' : i18n.t('addWallet.restoredKnown', result.known)}
        </Notice>
        <Button wide onClick={onDone}>
          {i18n.t('addWallet.done')}
        </Button>
      </div>
    );
  }
  return (
    <Form
      className="gap-4"
      action={restore}
      isReady={text !== '' && code.isFilled}
      onSubmit={() => void restore.run()}
      button={i18n.t('addWallet.restoreNow')}
      busy={i18n.t('ceremony.followPrompt')}
      wide
    >
      <FileField
        label={i18n.t('addWallet.recoveryFile')}
        accept="application/json,.json"
        onFile={(file) => void file.text().then(setText)}
      />
      <Field
        label={i18n.t('addWallet.recoveryCode')}
        placeholder="XXXXX-XXXXX-XXXXX-XXXXX-XXXXX"
        {...code.props}
      />
    </Form>
  );
}
