import { Check } from 'lucide-react';
import { useState } from 'react';
import { i18n } from '#i18n';
import type { PasskeyView } from '../../../shared/messages/snapshot.ts';
import { MAX_PASSKEYS } from '../../../shared/wire/vault-limits.ts';
import { useAction } from '../../hooks/use-action.ts';
import { useBackupGap } from '../../hooks/use-backup-gap.ts';
import { useSnapshot, useWalletCall } from '../../hooks/use-wallet.ts';
import { localDate } from '../../texts/times.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { CardList } from '../../ui/CardList.tsx';
import { Field } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ConfirmPhrase } from '../vault/backup/ConfirmPhrase.tsx';
import { RecoveryFile } from '../vault/backup/RecoveryFile.tsx';

/** Manages the passkeys that open the vault, and the recovery file for the loss of all passkeys. */
export function PasskeySettings() {
  const vault = useSnapshot((snapshot) => snapshot.vault);
  const gap = useBackupGap();
  if (vault?.status !== 'unlocked') return null;
  const { passkeys, backups } = vault;
  const isConfirmed = (id: string) =>
    backups.some(({ walletId, phraseAt }) => walletId === id && phraseAt !== undefined);
  const seeds = vault.wallets.filter(({ kind }) => kind === 'seed');
  const phrases = seeds.filter(({ id }) => !isConfirmed(id));
  return (
    <div className="flex flex-col gap-4">
      {gap?.kind === 'wallets' ? (
        <Notice tone="warn">{i18n.t('backup.onDeviceOnly')}</Notice>
      ) : null}
      {seeds
        .filter(({ id }) => isConfirmed(id))
        .map(({ id, name }) => (
          <Confirmed key={id} name={name} />
        ))}
      {phrases.map((wallet) => (
        <ConfirmPhrase
          key={wallet.id}
          wallet={wallet}
          isRecommended={gap?.kind === 'wallets' && wallet.id === phrases[0]?.id}
        />
      ))}
      <CardList testId="passkeys" items={passkeys} keyOf={({ credentialId }) => credentialId}>
        {(passkey) => <Passkey passkey={passkey} isOnly={passkeys.length === 1} />}
      </CardList>
      {passkeys.length >= MAX_PASSKEYS ? (
        <Notice>{i18n.t('recovery.passkeyLimit', { most: MAX_PASSKEYS })}</Notice>
      ) : (
        <AddPasskey number={passkeys.length + 1} />
      )}
      <RecoveryFile />
    </div>
  );
}

function Confirmed({ name }: { name: string }) {
  return (
    <p role="status" className="flex items-start gap-2 rounded-xl bg-accent-soft px-3 py-2 text-sm">
      <Check aria-hidden size={16} className="mt-0.5 shrink-0 text-accent" />
      <span className="min-w-0 break-words">
        <strong>{i18n.t('backup.done')}</strong> {i18n.t('backup.phraseConfirmed', { name })}
      </span>
    </p>
  );
}

function Passkey({ passkey, isOnly }: { passkey: PasskeyView; isOnly: boolean }) {
  const call = useWalletCall();
  const { credentialId } = passkey;
  const [name, setName] = useState(passkey.name);
  const [isAsking, setIsAsking] = useState(false);
  const rename = useAction(() =>
    call('wallets.save', { edits: [{ kind: 'rename-passkey', credentialId, name: name.trim() }] }),
  );
  const remove = useAction(() => call('passkeys.remove', { credentialId }));
  const isBusy = rename.isRunning || remove.isRunning;
  const problem = rename.problem ?? remove.problem;
  const isRenamed = name.trim() !== '' && name.trim() !== passkey.name;
  return (
    <Card className="flex flex-col gap-2">
      <div className="flex items-center gap-2">
        <input
          aria-label={i18n.t('recovery.passkeyName', { name: passkey.name })}
          className="min-h-9 min-w-0 flex-1 rounded-lg border border-line bg-surface px-2 text-sm font-medium"
          value={name}
          maxLength={60}
          onChange={(event) => setName(event.target.value)}
        />
        {isRenamed ? (
          <Button kind="quiet" disabled={isBusy} onClick={() => void rename.run()}>
            {i18n.t('recovery.rename')}
          </Button>
        ) : null}
      </div>
      <p className="flex items-center justify-between gap-2 text-xs text-muted">
        <span>
          {i18n.t(passkey.isInUse ? 'recovery.addedAndOpen' : 'recovery.added', {
            date: localDate(passkey.addedAt),
          })}
        </span>
        {passkey.isInUse || isOnly || isAsking ? null : (
          <Button
            kind="plain"
            aria-label={i18n.t('recovery.removePasskey', { name: passkey.name })}
            onClick={() => setIsAsking(true)}
          >
            {i18n.t('settings.remove')}
          </Button>
        )}
      </p>
      {isAsking ? (
        <div className="flex flex-col gap-2">
          <Notice tone="warn">{i18n.t('recovery.removeMeans')}</Notice>
          <div className="flex gap-2">
            <Button kind="quiet" onClick={() => setIsAsking(false)}>
              {i18n.t('recovery.keep')}
            </Button>
            <Button kind="danger" disabled={isBusy} onClick={() => void remove.run()}>
              {remove.isRunning ? i18n.t('ceremony.followPrompt') : i18n.t('recovery.removeNow')}
            </Button>
          </div>
        </div>
      ) : null}
      <Notice tone="bad">{problem}</Notice>
    </Card>
  );
}

function AddPasskey({ number }: { number: number }) {
  const call = useWalletCall();
  const [typed, setTyped] = useState<string>();
  const name = typed ?? i18n.t('recovery.nextPasskey', { number });
  const add = useAction(async () => {
    await call('passkeys.add', { name: name.trim() });
    setTyped(undefined);
  });
  return (
    <Form
      className="gap-2"
      action={add}
      isReady={name.trim() !== ''}
      onSubmit={() => void add.run()}
      button={i18n.t('recovery.addPasskey')}
      busy={i18n.t('ceremony.followPrompt')}
      kind="quiet"
    >
      <Field
        label={i18n.t('recovery.newPasskeyName')}
        placeholder={i18n.t('recovery.newPasskeyHint')}
        value={name}
        maxLength={60}
        onType={setTyped}
        hint={i18n.t('recovery.promptsAhead')}
      />
    </Form>
  );
}
