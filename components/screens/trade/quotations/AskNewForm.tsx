import { useId } from 'react';
import { i18n } from '#i18n';
import { PRICE_FEEDS } from '../../../../shared/chain/deployments.ts';
import { isNumber } from '../../../../shared/parse-amount.ts';
import { askedProducts } from '../../../../shared/quotations/new-option.ts';
import { decimalMark } from '../../../texts/numbers.ts';
import { productLabel } from '../../../texts/product-name.ts';
import { localTime } from '../../../texts/times.ts';
import { Field } from '../../../ui/Field.tsx';
import { Form } from '../../../ui/Form.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Select } from '../../../ui/Select.tsx';
import { SpotPrice } from '../../../ui/SpotPrice.tsx';
import { AskedFigures } from './AskedFigures.tsx';
import type { Asked, AskedForm } from './asked.ts';
import { BookQuotes } from './BookQuotes.tsx';
import { LimitField } from './LimitField.tsx';
import { Needs } from './Needs.tsx';
import { amountProblemText, reasonText, strikeProblemText } from './quotation-texts.ts';
import { type AskNewProps, useAskNew } from './use-ask-new.ts';
import { WindowSelect } from './WindowSelect.tsx';

export function AskNewForm(props: AskNewProps) {
  return <AskNewView {...useAskNew(props)} />;
}

/** Shows the form. `error` explains why the factory wouldn't accept the request. */
export function AskNewView(props: ReturnType<typeof useAskNew>) {
  const { form, asked, change, ask, given, error } = props;
  const why = useId();
  return (
    <Form
      className="gap-4"
      testId="ask-new"
      action={ask}
      isReady={props.isReady}
      onSubmit={() => void ask.run()}
      button={i18n.t('quotations.ask')}
      busy={i18n.t('quotations.asking')}
      describedBy={why}
      wide
    >
      <p id={why} className="text-sm text-pretty">
        {i18n.t('quotations.whyNew')}
      </p>
      <Terms asked={asked} onChange={change} />
      {asked.kind === undefined ? null : (
        <LimitField
          mark={asked.value}
          isSale={!form.isBuyer}
          token={asked.kind.collateral}
          text={asked.limitText}
          isWrong={asked.typed === undefined}
          hasFewMakers={asked.hasFewMakers}
          noMark={asked.terms && i18n.t('quotations.newNoMark')}
          given={given}
          onType={(limit) => change({ limit })}
        />
      )}
      <BookQuotes quotes={asked.quotes} />
      <WindowSelect minutes={props.minutes} onMinutes={props.setMinutes} />
      <AskedFigures asked={asked} />
      {asked.kind === undefined ? null : (
        <Needs needs={props.needs} token={asked.kind.collateral} isBuyer={form.isBuyer} />
      )}
      {error === null ? null : (
        <Notice tone="warn">{i18n.t('quotations.cannotNew', { reason: reasonText(error) })}</Notice>
      )}
    </Form>
  );
}

function Terms(props: { asked: Asked; onChange: (part: Partial<AskedForm>) => void }) {
  const { asked, onChange } = props;
  const { form, strikeTexts, expiries } = asked;
  const products = askedProducts(form.asset);
  const strikesId = useId();
  const isUnread = strikeTexts.some((text) => text.trim() !== '' && !isNumber(text, decimalMark()));
  const problem = isUnread
    ? i18n.t('ticket.noNumber')
    : asked.strikeProblem && strikeProblemText(asked.strikeProblem);
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <Select
          label={i18n.t('orders.asset')}
          options={PRICE_FEEDS.map(({ asset }) => ({ value: asset, text: asset }))}
          value={form.asset}
          onPick={(asset) => {
            const isKept = askedProducts(asset).includes(form.product);
            const product = isKept ? form.product : 'PUT';
            onChange({ asset, product, strikes: undefined, limit: undefined });
          }}
        />
        <Select
          label={i18n.t('orders.side')}
          options={[
            { value: 'buy', text: i18n.t('orders.buy') },
            { value: 'sell', text: i18n.t('orders.sell') },
          ]}
          value={form.isBuyer ? 'buy' : 'sell'}
          onPick={(side) => onChange({ isBuyer: side === 'buy', limit: undefined })}
        />
        <Select
          label={i18n.t('orders.structure')}
          options={products.map((name) => ({ value: name, text: productLabel(name) }))}
          value={form.product}
          onPick={(product) => onChange({ product, strikes: undefined, limit: undefined })}
        />
        <Field
          label={i18n.t('ticket.contracts')}
          value={form.size}
          inputMode="decimal"
          problem={asked.contracts === 0n ? amountProblemText(form.size) : undefined}
          onType={(text) => onChange({ size: text })}
        />
      </div>
      <Select
        label={i18n.t('orders.expiry')}
        options={[
          ...expiries.live.map(inGroup(i18n.t('quotations.expiriesLive'))),
          ...expiries.usual.map(inGroup(i18n.t('quotations.expiriesUsual'))),
        ]}
        value={asked.expiry === undefined ? '' : String(asked.expiry)}
        onPick={(expiry) => onChange({ expiry })}
      />
      <fieldset className="flex flex-col gap-1" aria-describedby={`${strikesId}-note`}>
        <legend className="mb-1 text-sm font-medium">
          {i18n.t('quotations.strikes', strikeTexts.length)}
        </legend>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(5rem,1fr))] gap-2">
          {numbered(strikeTexts).map(({ text, number }) => (
            <input
              key={number}
              value={text}
              inputMode="decimal"
              autoComplete="off"
              aria-label={i18n.t('quotations.strikeNumber', { number })}
              aria-invalid={problem !== undefined}
              onChange={({ target }) =>
                onChange({ strikes: strikeTexts.toSpliced(number - 1, 1, target.value) })
              }
              className="min-h-10 min-w-0 rounded-xl border border-line bg-surface px-3 text-sm aria-invalid:border-bad"
            />
          ))}
        </div>
        <p
          id={`${strikesId}-note`}
          className={`text-xs ${problem === undefined ? 'text-muted' : 'text-bad'}`}
        >
          {problem === undefined ? <SpotPrice asset={form.asset} spot={asked.spot} /> : problem}
        </p>
      </fieldset>
    </>
  );
}

const numbered = (texts: readonly string[]) => texts.map((text, i) => ({ text, number: i + 1 }));

const inGroup = (group: string) => (expiry: number) => ({
  value: String(expiry),
  text: localTime(expiry),
  group,
});
