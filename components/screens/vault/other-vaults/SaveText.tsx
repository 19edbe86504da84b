import { useState } from 'react';
import { i18n } from '#i18n';
import type { OtherVaultView } from '../../../../shared/messages/snapshot.ts';
import { useAction } from '../../../hooks/use-action.ts';
import { useWalletCall } from '../../../hooks/use-wallet.ts';
import { ActionButton } from '../../../ui/ActionButton.tsx';
import { CheckedDownload } from '../../../ui/CheckedDownload.tsx';
import { Notice } from '../../../ui/Notice.tsx';

/** Saves the encrypted text of another vault as a file. */
export function SaveText({ id }: Pick<OtherVaultView, 'id'>) {
  const call = useWalletCall();
  const [text, setText] = useState<string>();
  const read = useAction(async () => setText((await call('otherVaults.text', { id })).text));
  if (text !== undefined) {
    return (
      <CheckedDownload
        name={`condor-${id}`}
        text={text}
        label={i18n.t('otherVaults.saveFile')}
        onSaved={() => undefined}
      />
    );
  }
  return (
    <>
      <Notice tone="bad">{read.problem}</Notice>
      <ActionButton action={read} kind="plain">
        {i18n.t('otherVaults.save')}
      </ActionButton>
    </>
  );
}
