import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { i18n } from '#i18n';
import { PRICE_FEEDS } from '../../../../shared/chain/deployments.ts';
import { isNumber } from '../../../../shared/parse-amount.ts';
import { askedProducts } from '../../../../shared/quotations/new-option.ts';
import { secondsOf } from '../../../../shared/units.ts';
import { useAction } from '../../../hooks/use-action.ts';
import { MINUTE_MS, useNow } from '../../../hooks/use-now.ts';
import { useOrderList } from '../../../hooks/use-order-list.ts';
import { useSteady } from '../../../hooks/use-steady.ts';
import { useSnapshot, useWalletCall } from '../../../hooks/use-wallet.ts';
import { WalletFailure } from '../../../hooks/wallet-connection.ts';
import { decimalMark } from '../../../texts/numbers.ts';
import { productLabel } from '../../../texts/product-name.ts';
import { localTime } from '../../../texts/times.ts';
import { Field } from '../../../ui/Field.tsx';
import { Form } from '../../../ui/Form.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Select } from '../../../ui/Select.tsx';
import { SpotPrice } from '../../../ui/SpotPrice.tsx';
import { AskedFigures } from './AskedFigures.tsx';
import { type Asked, type AskedForm, readForm, triedRequest } from './asked.ts';
import { BookQuotes } from './BookQuotes.tsx';
import { LimitField, useGivenAway } from './LimitField.tsx';
import { Needs } from './Needs.tsx';
import type { Prefill } from './prefill.ts';
import { amountProblemText, reasonText, strikeProblemText } from './quotation-texts.ts';
import { FIRST_WINDOW, WindowSelect } from './WindowSelect.tsx';

/** A pause in typing after which the factory is asked whether it takes the request. */
const PAUSE_MS = 400;
/** Milliseconds until a node or a worker that didn't respond is asked again. */
const AGAIN_MS = 3_000;

/** Describes an option that nobody quotes; the approval window follows. */
export function AskNewForm(props: {
  account: string;
  prefill: Prefill;
  /** Contracts as typed. */
  size: string;
  onAsked: () => void;
}) {
  const { account, prefill } = props;
  const call = useWalletCall();
  const why = useId();
  const { view } = useOrderList();
  const now = secondsOf(useNow(MINUTE_MS));
  const areHidden = useSnapshot(({ areAmountsHidden }) => areAmountsHidden) === true;
  const [form, setForm] = useState<AskedForm>({
    ...prefill,
    strikes: prefill.strikes.length === 0 ? undefined : prefill.strikes,
    size: props.size,
    limit: undefined,
  });
  const [minutes, setMinutes] = useState<number>(FIRST_WINDOW);
  const asked = readForm(form, { view, now, areHidden });
  // Without the limit, which follows the market until it is typed, and can be absent.
  const tried = triedRequest(asked, account, minutes);
  const key = JSON.stringify(tried);
  const isSteady = useSteady(key, PAUSE_MS) === key;
  const trial = useQuery({
    queryKey: ['can ask makers', key],
    queryFn: () => (tried === undefined ? undefined : call('quotations.tryNew', tried)),
    enabled: tried !== undefined && isSteady,
    retry: false,
    refetchInterval: ({ state }) => (mayPass(state.error) ? AGAIN_MS : false),
    gcTime: 0,
  });
  const { limit } = asked;
  const given = useGivenAway({ amount: asked.typed, mark: asked.value, isSale: !form.isBuyer });
  const ask = useAction(async () => {
    if (tried === undefined || limit === undefined) return;
    const request = { ...tried, limit: limit.toString() };
    await call('quotations.requestNew', request).catch((error: Error) => {
      throw new Error(reasonText(error));
    });
    props.onAsked();
  });
  const needs = trial.data && {
    ...trial.data,
    needed: form.isBuyer ? String(limit ?? 0n) : trial.data.needed,
  };
  const isShort =
    needs !== undefined && BigInt(needs.held) < BigInt(needs.needed) + BigInt(needs.pledged);
  const change = (part: Partial<AskedForm>) => setForm({ ...form, ...part });
  return (
    <Form
      className="gap-4"
      testId="ask-new"
      action={ask}
      isReady={needs !== undefined && limit !== undefined && !isShort && isSteady && given.isReady}
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
      <WindowSelect minutes={minutes} onMinutes={setMinutes} />
      <AskedFigures asked={asked} />
      {asked.kind === undefined ? null : (
        <Needs needs={needs} token={asked.kind.collateral} isBuyer={form.isBuyer} />
      )}
      {trial.error === null ? null : (
        <Notice tone="warn">
          {i18n.t('quotations.cannotNew', { reason: reasonText(trial.error) })}
        </Notice>
      )}
    </Form>
  );
}

/** Returns true for an error that isn’t about the request, so that the same may work later. */
function mayPass(error: Error | null): boolean {
  if (!(error instanceof WalletFailure)) return false;
  return error.code === 'interrupted' || (error.code === 'chain' && error.words === undefined);
}

/** Asset, product, side, strikes, expiry and size. */
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
