import { useState } from 'react';
import { i18n } from '#i18n';
import { useAction } from '../../../hooks/use-action.ts';
import { useWalletCall } from '../../../hooks/use-wallet.ts';
import { accountNames } from '../../../texts/account-names.ts';

export const LENGTHS = [12, 24] as const;

/** Returns a new wallet's name and phrase, from its draft until the vault contains it. */
export function useCreateWallet(onDone: () => void) {
  const call = useWalletCall();
  const [name, setName] = useState(i18n.t('addWallet.mainName'));
  const [draft, setDraft] = useState<{ draftId: string; words: readonly string[] }>();
  const [count, setCount] = useState<(typeof LENGTHS)[number]>(12);
  const [isWritten, setIsWritten] = useState(false);
  /** True when the user has left the page with the words; the next page shows a new phrase. */
  const [hasLeft, setHasLeft] = useState(false);
  const make = useAction(async () => setDraft(await call('wallets.draftSeed', { words: count })));
  const save = useAction(async (draftId: string) => {
    await call('wallets.saveDraft', { draftId, name: name.trim(), accountNames: accountNames() });
    setDraft(undefined);
    onDone();
  });
  /** Drops the words, because a phrase that was shown without a wallet shouldn't be used. */
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
