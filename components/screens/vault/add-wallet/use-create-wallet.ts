import { useState } from 'react';
import { i18n } from '#i18n';
import { useAction } from '../../../hooks/use-action.ts';
import { useWalletCall } from '../../../hooks/use-wallet.ts';
import { accountNames } from '../../../texts/account-names.ts';

/** Possible numbers of words of a new phrase. */
export const LENGTHS = [12, 24] as const;

/** A new wallet's name and phrase, from its draft until it is saved to the vault. */
export function useCreateWallet(onDone: () => void) {
  const call = useWalletCall();
  const [name, setName] = useState(i18n.t('addWallet.mainName'));
  const [draft, setDraft] = useState<{ draftId: string; words: readonly string[] }>();
  const [count, setCount] = useState<(typeof LENGTHS)[number]>(12);
  const [isWritten, setIsWritten] = useState(false);
  /** True when the user has left the shown words, so that the next phrase is a new one. */
  const [hasLeft, setHasLeft] = useState(false);
  const make = useAction(async () => setDraft(await call('wallets.draftSeed', { words: count })));
  const save = useAction(async (draftId: string) => {
    await call('wallets.saveDraft', { draftId, name: name.trim(), accountNames: accountNames() });
    setDraft(undefined);
    onDone();
  });
  /** Drops the shown words, because nobody should keep a phrase without a wallet. */
  const leave = () => {
    setDraft(undefined);
    setHasLeft(true);
    setIsWritten(false);
    save.clear();
  };
  return {
    name,
    setName,
    count,
    setCount,
    isWritten,
    setIsWritten,
    draft,
    hasLeft,
    make,
    save,
    leave,
  };
}
