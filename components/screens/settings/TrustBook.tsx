import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { i18n } from '#i18n';
import { hasAddressForm } from '../../../shared/chain/address-form.ts';
import type { ProductName } from '../../../shared/chain/deployments.ts';
import { type BookProblem, MAX_IMPLEMENTATIONS } from '../../../shared/chain/trusted-book.ts';
import { PRODUCT_NAMES } from '../../../shared/orders/products.ts';
import { Acknowledgement } from '../../approvals/Acknowledgement.tsx';
import { useAction } from '../../hooks/use-action.ts';
import { useWalletCall } from '../../hooks/use-wallet.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { productLabel } from '../../ui/product-name.ts';
import { Select } from '../../ui/Select.tsx';

interface Option {
  readonly id: number;
  readonly address: string;
  readonly product: ProductName;
}

/** Form for a further order book, which is checked on the chain before it is trusted. */
export function TrustBook({ onDone }: { onDone: () => void }) {
  const call = useWalletCall();
  const [address, setAddress] = useState('');
  const [factory, setFactory] = useState('');
  const [options, setOptions] = useState<readonly Option[]>([
    { id: 0, address: '', product: 'PUT' },
  ]);
  const [isAgreed, setIsAgreed] = useState(false);
  const [problems, setProblems] = useState<readonly BookProblem[]>([]);
  const trust = useAction(async () => {
    const answer = await call('books.trust', {
      book: {
        address: address.trim(),
        ...(factory.trim() === '' ? {} : { factory: factory.trim() }),
        implementations: options.map((option) => ({
          address: option.address.trim(),
          product: option.product,
        })),
      },
    });
    setProblems(answer.problems);
    if (answer.problems.length === 0) onDone();
  });
  const change = (id: number, part: Partial<Option>) => {
    setProblems([]);
    setOptions(options.map((option) => (option.id === id ? { ...option, ...part } : option)));
  };
  const isReady =
    isAddress(address) &&
    (factory.trim() === '' || isAddress(factory)) &&
    options.length > 0 &&
    options.every((option) => isAddress(option.address));
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && isAgreed) void trust.run();
      }}
    >
      <Notice tone="bad">
        <p className="font-semibold">{i18n.t('books.dangerTitle')}</p>
        <p>{i18n.t('books.dangerText')}</p>
      </Notice>
      <AddressField
        label={i18n.t('books.address')}
        value={address}
        onChange={(value) => {
          setProblems([]);
          setAddress(value);
        }}
      />
      <AddressField
        label={i18n.t('books.factory')}
        value={factory}
        onChange={(value) => {
          setProblems([]);
          setFactory(value);
        }}
      />
      <fieldset className="flex flex-col gap-3">
        <legend className="pb-2 text-sm font-semibold">{i18n.t('books.options')}</legend>
        {options.map((option, index) => (
          <div key={option.id} className="flex flex-col gap-2 rounded-2xl bg-raised p-3">
            <AddressField
              label={i18n.t('books.optionAddress', { place: index + 1 })}
              value={option.address}
              onChange={(value) => change(option.id, { address: value })}
            />
            <div className="flex items-end gap-2">
              <div className="min-w-0 flex-1">
                <Select
                  label={i18n.t('books.product', { place: index + 1 })}
                  value={option.product}
                  onChange={(event) => {
                    const product = PRODUCT_NAMES.find((name) => name === event.target.value);
                    if (product !== undefined) change(option.id, { product });
                  }}
                >
                  {PRODUCT_NAMES.map((name) => (
                    <option key={name} value={name}>
                      {productLabel(name)}
                    </option>
                  ))}
                </Select>
              </div>
              {options.length === 1 ? null : (
                <Button
                  kind="plain"
                  aria-label={i18n.t('books.removeOption', { place: index + 1 })}
                  onClick={() => setOptions(options.filter(({ id }) => id !== option.id))}
                >
                  <X aria-hidden size={16} />
                </Button>
              )}
            </div>
          </div>
        ))}
        {options.length >= MAX_IMPLEMENTATIONS ? null : (
          <Button
            kind="quiet"
            onClick={() => {
              const id = Math.max(...options.map((option) => option.id)) + 1;
              setOptions([...options, { id, address: '', product: 'PUT' }]);
            }}
          >
            <Plus aria-hidden size={16} /> {i18n.t('books.addOption')}
          </Button>
        )}
      </fieldset>
      {problems.map((problem) => (
        <Notice key={JSON.stringify(problem)} tone="bad">
          {problemText(problem)}
        </Notice>
      ))}
      {trust.problem === undefined ? null : <Notice tone="bad">{trust.problem}</Notice>}
      <Acknowledgement sentence={i18n.t('books.agree')} isGiven={isAgreed} onChange={setIsAgreed} />
      <Button type="submit" disabled={!isReady || !isAgreed || trust.isRunning}>
        {i18n.t(trust.isRunning ? 'books.checking' : 'books.check')}
      </Button>
      <Button kind="plain" onClick={onDone}>
        {i18n.t('ui.cancel')}
      </Button>
    </form>
  );
}

function AddressField(props: { label: string; value: string; onChange: (value: string) => void }) {
  const { value } = props;
  return (
    <Field
      label={props.label}
      value={value}
      placeholder="0x…"
      spellCheck={false}
      autoComplete="off"
      maxLength={64}
      problem={value.trim() === '' || isAddress(value) ? undefined : i18n.t('books.badAddress')}
      onChange={(event) => props.onChange(event.target.value)}
    />
  );
}

function isAddress(text: string): boolean {
  return hasAddressForm(text.trim());
}

const PROBLEMS = {
  checksum: 'books.problem.checksum',
  'no code': 'books.problem.noCode',
  'other product': 'books.problem.otherProduct',
  repeated: 'books.problem.repeated',
} as const;

function problemText(problem: BookProblem): string {
  if (problem.kind === 'built in') return i18n.t('books.problem.builtIn');
  if (problem.kind === 'full') return i18n.t('books.problem.full');
  if (problem.kind === 'not a book') return i18n.t('books.problem.notABook');
  return i18n.t(PROBLEMS[problem.kind], { address: problem.address });
}
