import { useState } from 'react';
import { i18n } from '#i18n';
import { recoveryFileAt } from '../../../hooks/backup-gap.ts';
import { useAction } from '../../../hooks/use-action.ts';
import { useNow } from '../../../hooks/use-now.ts';
import { useSnapshot, useWalletCall } from '../../../hooks/use-wallet.ts';
import { ageOf } from '../../../texts/times.ts';
import { ActionButton } from '../../../ui/ActionButton.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { CheckedDownload } from '../../../ui/CheckedDownload.tsx';
import { Notice } from '../../../ui/Notice.tsx';

/** Saves the encrypted file that restores the wallets without a passkey. */
export function RecoveryFile() {
  const call = useWalletCall();
  const savedAt = useSnapshot(({ vault }) =>
    vault.status === 'unlocked' ? recoveryFileAt(vault.backups) : undefined,
  );
  const [made, setMade] = useState<{ text: string; code: string; madeAt: number }>();
  const [isSaved, setIsSaved] = useState(false);
  const make = useAction(async () => {
    setIsSaved(false);
    setMade(await call('recovery.make', {}));
  });
  const report = useAction(async (madeAt: number) => {
    await call('recovery.saved', { madeAt });
    setIsSaved(true);
  });
  const now = useNow(10_000);
  const problem = make.problem ?? report.problem;
  return (
    <Card className="flex flex-col gap-3">
      <h2 className="text-sm font-semibold">{i18n.t('recovery.file')}</h2>
      <p className="text-sm text-muted">
        {i18n.t('recovery.fileMeans')}{' '}
        {savedAt === undefined
          ? ''
          : i18n.t('recovery.lastSaved', { savedAt: ageOf(savedAt, now) })}
      </p>
      <Notice tone="bad">{problem}</Notice>
      {made === undefined ? (
        <ActionButton action={make} busy={i18n.t('ceremony.followPrompt')} kind="quiet">
          {i18n.t('recovery.makeFile')}
        </ActionButton>
      ) : (
        <>
          <p
            data-testid="recovery-code"
            className="rounded-lg bg-raised p-3 text-center font-mono text-sm tracking-wide"
          >
            {made.code}
          </p>
          <p className="text-xs text-muted">{i18n.t('recovery.codeOnce')}</p>
          <CheckedDownload
            name="condor-recovery"
            text={made.text}
            label={i18n.t('recovery.saveFile')}
            onSaved={() => void report.run(made.madeAt)}
          />
          <Button kind="quiet" onClick={() => setMade(undefined)}>
            {i18n.t(isSaved ? 'recovery.done' : 'recovery.closeUnsaved')}
          </Button>
        </>
      )}
    </Card>
  );
}
