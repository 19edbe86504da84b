import { i18n } from '#i18n';
import { Back } from '../../../ui/Back.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Check } from '../../../ui/Check.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Form } from '../../../ui/Form.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Radios } from '../../../ui/Radios.tsx';
import { PhraseList } from './PhraseList.tsx';
import { LENGTHS, useCreateWallet } from './use-create-wallet.ts';

/** Asks for the name of a new wallet, then shows its phrase until the user has written it down. */
export function CreateWallet({ onDone, onBack }: { onDone: () => void; onBack: () => void }) {
  const wallet = useCreateWallet(onDone);
  return wallet.draft === undefined ? (
    <NameWallet wallet={wallet} onBack={onBack} />
  ) : (
    <WriteDown wallet={wallet} draft={wallet.draft} />
  );
}

type NewWallet = ReturnType<typeof useCreateWallet>;

function NameWallet({ wallet, onBack }: { wallet: NewWallet; onBack: () => void }) {
  const { name, setName, count, setCount, hasLeft, make } = wallet;
  return (
    <div className="flex flex-col gap-4">
      <Form
        className="gap-4"
        action={make}
        isReady={name.trim() !== ''}
        onSubmit={() => void make.run()}
        button={i18n.t('addWallet.showPhrase')}
        wide
      >
        <Field label={i18n.t('addWallet.name')} value={name} maxLength={60} onType={setName} />
        <Radios
          legend={i18n.t('addWallet.phraseLength')}
          isLegendHidden
          className="flex gap-4"
          options={LENGTHS.map((choice) => ({
            value: choice,
            text: i18n.t('addWallet.wordCount', { count: choice }),
          }))}
          value={count}
          onPick={setCount}
        />
        <Notice>{i18n.t('addWallet.phraseWarning', { count })}</Notice>
        {hasLeft ? <Notice tone="warn">{i18n.t('addWallet.phraseVoid')}</Notice> : null}
      </Form>
      <Back onBack={onBack} />
    </div>
  );
}

function WriteDown(props: { wallet: NewWallet; draft: NonNullable<NewWallet['draft']> }) {
  const { draft } = props;
  const { isWritten, setIsWritten, save, leave } = props.wallet;
  return (
    <div className="flex flex-col gap-4">
      <Card>
        <PhraseList words={draft.words} />
      </Card>
      <Check label={i18n.t('addWallet.phraseAgree')} isOn={isWritten} onChange={setIsWritten} />
      <Notice tone="bad">{save.problem}</Notice>
      <Button
        wide
        disabled={!isWritten || save.isRunning}
        onClick={() => void save.run(draft.draftId)}
      >
        {save.isRunning ? i18n.t('ceremony.followPrompt') : i18n.t('addWallet.save')}
      </Button>
      {save.isRunning ? null : <Back onBack={leave} />}
    </div>
  );
}
