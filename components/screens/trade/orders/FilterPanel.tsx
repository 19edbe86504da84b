import type { ReactNode } from 'react';
import { i18n } from '#i18n';
import type { OrderFilter, OrderSort } from '../../../../shared/messages/order-filter.ts';
import { localTime } from '../../../texts/times.ts';
import { Select } from '../../../ui/Select.tsx';
import type { OrderIndex } from './order-list.ts';

const SORTS = ['expiry', 'price', 'edge', 'chance', 'budget', 'life'] as const;

const SPANS = [
  ['1d', 'orders.withinDay'],
  ['7d', 'orders.withinWeek'],
  ['30d', 'orders.withinMonth'],
] as const;

/** Filters and order of the list. */
export function FilterPanel(props: {
  index: OrderIndex;
  filter: OrderFilter;
  onChange: (part: Partial<OrderFilter>) => void;
  children?: ReactNode;
}) {
  const { index, filter, onChange } = props;
  return (
    <div className="flex flex-col gap-2" data-testid="filters">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-2">
        <Choice
          label={i18n.t('orders.asset')}
          value={filter.asset}
          onChange={(asset) => onChange({ asset })}
        >
          <option value="">{i18n.t('orders.anyAsset')}</option>
          {withChosen(index.assets, filter.asset).map((asset) => (
            <option key={asset}>{asset}</option>
          ))}
        </Choice>
        <Choice
          label={i18n.t('orders.side')}
          value={filter.side}
          onChange={(side) => onChange({ side: side === 'buy' || side === 'sell' ? side : '' })}
        >
          <option value="">{i18n.t('orders.anySide')}</option>
          <option value="buy">{i18n.t('orders.buy')}</option>
          <option value="sell">{i18n.t('orders.sell')}</option>
        </Choice>
        <Choice
          label={i18n.t('orders.structure')}
          value={filter.product}
          onChange={(product) => onChange({ product })}
        >
          <option value="">{i18n.t('orders.anyStructure')}</option>
          {index.products.map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
          {filter.product === '' ||
          index.products.some(([name]) => name === filter.product) ? null : (
            <option>{filter.product}</option>
          )}
        </Choice>
        <Choice
          label={i18n.t('orders.expiry')}
          value={filter.expiry}
          onChange={(expiry) => onChange({ expiry })}
        >
          <option value="">{i18n.t('orders.anyExpiry')}</option>
          {SPANS.map(([span, words]) => (
            <option key={span} value={span}>
              {i18n.t(words)}
            </option>
          ))}
          <optgroup label={i18n.t('orders.onDate')}>
            {withChosen(
              index.expiries.map(String),
              isMoment(filter.expiry) ? filter.expiry : '',
            ).map((moment) => (
              <option key={moment} value={moment}>
                {localTime(Number(moment))}
              </option>
            ))}
          </optgroup>
        </Choice>
      </div>
      <Choice
        label={i18n.t('orders.sort')}
        value={filter.sort}
        onChange={(sort) => onChange({ sort: sortNamed(sort) })}
      >
        {SORTS.map((sort) => (
          <option key={sort} value={sort}>
            {i18n.t(`orders.sortBy.${sort}`)}
          </option>
        ))}
      </Choice>
      {props.children}
    </div>
  );
}

function Choice(props: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
}) {
  return (
    <Select
      label={props.label}
      value={props.value}
      onChange={(event) => props.onChange(event.target.value)}
    >
      {props.children}
    </Select>
  );
}

/** A chosen value stays in the list, even when no order has it now. */
function withChosen(choices: readonly string[], chosen: string): readonly string[] {
  return chosen === '' || choices.includes(chosen) ? choices : [...choices, chosen];
}

function isMoment(expiry: string): boolean {
  return expiry !== '' && !expiry.endsWith('d');
}

function sortNamed(text: string): OrderSort {
  return SORTS.find((sort) => sort === text) ?? 'expiry';
}
