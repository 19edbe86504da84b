import { useState } from 'react';
import { i18n } from '#i18n';
import type { DeskFilter } from '../../../shared/desk/filter.ts';
import { decimalMark } from '../../texts/numbers.ts';
import { Field } from '../../ui/Field.tsx';

const BOUNDS: readonly (keyof DeskFilter)[] = [
  'strikeFrom',
  'strikeTo',
  'deltaFrom',
  'deltaTo',
  'mostPremium',
  'leastContracts',
];

/** Limits the quotes in the chain. The fields are folded at first. */
export function Filters(props: { filter: DeskFilter; onFilter: (filter: DeskFilter) => void }) {
  const { filter, onFilter } = props;
  const count = Object.values(filter).filter((bound) => bound !== undefined).length;
  const [isOpen, setIsOpen] = useState(count > 0);
  return (
    <div className="relative flex-1 has-[details[open]]:basis-full">
      <details
        className="text-sm"
        open={isOpen}
        onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      >
        <summary className="w-fit cursor-pointer rounded text-xs text-muted">
          {i18n.t('desk.filters', count)}
        </summary>
        {isOpen ? (
          <div className="mt-2 grid grid-cols-2 gap-2 @min-[44rem]:grid-cols-6">
            {BOUNDS.map((bound) => (
              <Bound
                key={bound}
                label={i18n.t(`desk.${bound}`)}
                value={filter[bound]}
                onChange={(value) => {
                  const { [bound]: _, ...others } = filter;
                  onFilter(value === undefined ? others : { ...others, [bound]: value });
                }}
              />
            ))}
          </div>
        ) : null}
      </details>
      {/* The button is beside the summary, so that the chain below doesn't move. */}
      {count === 0 ? null : (
        <button
          type="button"
          onClick={() => onFilter({})}
          className="absolute -top-1 end-0 min-h-6 rounded text-xs font-semibold text-accent"
        >
          {i18n.t('desk.clearFilters')}
        </button>
      )}
    </div>
  );
}

function Bound(props: {
  label: string;
  value: number | undefined;
  onChange: (value: number | undefined) => void;
}) {
  const mark = decimalMark();
  const [typed, setTyped] = useState('');
  // If the limit was cleared elsewhere, the field becomes empty.
  const isTyped = numberOf(typed, mark) === props.value;
  const text = isTyped ? typed : (props.value?.toString().replace('.', mark) ?? '');
  const isWrong = text.trim() !== '' && numberOf(text, mark) === undefined;
  return (
    <Field
      label={props.label}
      inputMode="decimal"
      value={text}
      problem={isWrong ? i18n.t('ticket.noNumber') : undefined}
      onChange={({ target: { value } }) => {
        setTyped(value);
        props.onChange(numberOf(value, mark));
      }}
    />
  );
}

/** Returns the typed limit; undefined for text that isn't a number, and for an empty field. */
function numberOf(text: string, mark: '.' | ','): number | undefined {
  const plain = text.trim().replace(mark, '.');
  return /^\d{1,9}(?:\.\d{1,8})?$/.test(plain) ? Number(plain) : undefined;
}
