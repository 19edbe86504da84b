import { useEffect, useState } from 'react';
import { i18n } from '#i18n';
import type { WalletView } from '../../../../shared/messages/snapshot.ts';
import { useAction } from '../../../hooks/use-action.ts';
import { useWalletCall } from '../../../hooks/use-wallet.ts';
import { ActionButton } from '../../../ui/ActionButton.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { PhraseList } from '../add-wallet/PhraseList.tsx';
import { type AskedWord, isAnswered, wordsToAsk } from './asked-words.ts';
import { PhraseQuiz } from './PhraseQuiz.tsx';

/** Milliseconds after which the page hides the phrase. The fields for three of its words stay. */
const SHOWN_MS = 120_000;

type Step =
  | { readonly kind: 'start' }
  | { readonly kind: 'shown'; readonly words: readonly string[] }
  | { readonly kind: 'asking'; readonly asked: readonly AskedWord[] };

/** Shows a recovery phrase after a passkey prompt, then asks for three of the words. */
export function ConfirmPhrase({
  wallet,
  isRecommended,
}: {
  wallet: WalletView;
  isRecommended: boolean;
}) {
  const call = useWalletCall();
  const [step, setStep] = useState<Step>({ kind: 'start' });
  const [isWrong, setIsWrong] = useState(false);
  const show = useAction(async () => {
    const secret = await call('wallets.reveal', { walletId: wallet.id });
    setIsWrong(false);
    if (secret.kind === 'seed') setStep({ kind: 'shown', words: secret.words });
  });
  const confirm = useAction(() => call('wallets.confirmPhrase', { walletId: wallet.id }));
  const { kind } = step;
  useEffect(() => {
    if (kind !== 'shown') return;
    const timer = setTimeout(() => setStep({ kind: 'start' }), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [kind]);
  const problem = show.problem ?? confirm.problem;
  return (
    <Card className="flex flex-col gap-3" data-testid="confirm-phrase">
      {isRecommended ? (
        <span className="self-start rounded-full bg-accent-soft px-2 py-0.5 text-xs font-semibold text-accent">
          {i18n.t('backup.recommended')}
        </span>
      ) : null}
      <h2 className="text-sm font-semibold break-words">
        {i18n.t('backup.phraseOf', { name: wallet.name })}
      </h2>
      <p className="text-sm text-muted">{i18n.t('backup.phraseWhy')}</p>
      <Notice tone="bad">{problem}</Notice>
      {isWrong ? <Notice tone="bad">{i18n.t('backup.wrongWords')}</Notice> : null}
      {step.kind === 'start' ? (
        <ActionButton
          action={show}
          busy={i18n.t('ceremony.followPrompt')}
          kind={isRecommended ? 'primary' : 'quiet'}
        >
          {i18n.t('backup.showPhrase')}
        </ActionButton>
      ) : step.kind === 'shown' ? (
        <>
          <PhraseList words={step.words} />
          <Button
            onClick={() => setStep({ kind: 'asking', asked: wordsToAsk(step.words, Math.random) })}
          >
            {i18n.t('backup.wroteDown')}
          </Button>
        </>
      ) : (
        <PhraseQuiz
          asked={step.asked}
          isRunning={confirm.isRunning || show.isRunning}
          onBack={() => void show.run()}
          onAnswer={(answers) => {
            if (isAnswered(step.asked, answers)) {
              void confirm.run();
              return;
            }
            setStep({ kind: 'start' });
            setIsWrong(true);
          }}
        />
      )}
    </Card>
  );
}
