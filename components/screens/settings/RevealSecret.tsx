import { useEffect, useState } from 'react';
import { i18n } from '#i18n';
import { useAction } from '../../hooks/use-action.ts';
import { useNow } from '../../hooks/use-now.ts';
import { useWalletCall } from '../../hooks/use-wallet.ts';
import { ActionButton } from '../../ui/ActionButton.tsx';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PhraseList } from '../vault/add-wallet/PhraseList.tsx';

const SHOWN_MS = 60_000;

type Secret =
  | { readonly kind: 'seed'; readonly words: readonly string[] }
  | { readonly kind: 'key'; readonly key: string };

/** Shows the words or key of a wallet after a passkey prompt, for a minute. */
export function RevealSecret(props: { walletId: string; onSeen: () => void }) {
  const call = useWalletCall();
  const [shown, setShown] = useState<{ secret: Secret; until: number }>();
  const now = useNow(1000);
  const show = useAction(async () => {
    const secret = await call('wallets.reveal', { walletId: props.walletId });
    setShown({ secret, until: Date.now() + SHOWN_MS });
    props.onSeen();
  });
  const until = shown?.until;
  useEffect(() => {
    if (until === undefined) return;
    const timer = setTimeout(() => setShown(undefined), until - Date.now());
    return () => clearTimeout(timer);
  }, [until]);

  // Timers fire late after the computer slept, so the clock is checked too.
  if (shown === undefined || now >= shown.until) {
    return (
      <div className="flex flex-col gap-2">
        <p className="text-xs text-muted">{i18n.t('wallets.secretRisk')}</p>
        <Notice tone="bad">{show.problem}</Notice>
        <ActionButton action={show} busy={i18n.t('ceremony.followPrompt')} kind="quiet">
          {i18n.t('wallets.showSecret')}
        </ActionButton>
      </div>
    );
  }
  // `now` can be up to a second old.
  const left = Math.min(SHOWN_MS, shown.until - now);
  const seconds = Math.ceil(left / 1000);
  return (
    <div className="flex flex-col gap-2">
      {shown.secret.kind === 'seed' ? (
        <PhraseList words={shown.secret.words} />
      ) : (
        <p
          data-testid="private-key"
          className="rounded-lg bg-raised p-3 font-mono text-xs break-all"
        >
          {shown.secret.key}
        </p>
      )}
      <p className="text-xs text-muted">{i18n.t('wallets.secretWarning', { seconds })}</p>
      <Button kind="quiet" onClick={() => setShown(undefined)}>
        {i18n.t('wallets.hideSecret')}
      </Button>
    </div>
  );
}
