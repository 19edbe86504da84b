import type { ReactNode } from 'react';
import { i18n } from '#i18n';
import type { OrderFilter } from '../../../../shared/messages/order-filter.ts';
import { localTime } from '../../../texts/times.ts';
import { Select } from '../../../ui/Select.tsx';
import type { OrderIndex } from './order-list.ts';

const SORTS = ['expiry', 'price', 'edge', 'chance', 'budget', 'life'] as const;

const SPANS = ['1d', '7d', '30d'] as const;

/** Shows the filters and the sort order of the list. */
export function FilterPanel(props: {
  index: OrderIndex;
  filter: OrderFilter;
  onChange: (part: Partial<OrderFilter>) => void;
  children?: ReactNode;
}) {
  const { index, filter, onChange } = props;
  const wordsOf = (product: string) =>
    index.products.find(([name]) => name === product)?.[1] ?? product;
  return (
    <div className="flex flex-col gap-2" data-testid="filters">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-2">
        <Select
          label={i18n.t('orders.asset')}
          options={[
            { value: '', text: i18n.t('orders.anyAsset') },
            ...withChosen(index.assets, filter.asset).map((asset) => ({
              value: asset,
              text: asset,
            })),
          ]}
          value={filter.asset}
          onPick={(asset) => onChange({ asset })}
        />
        <Select
          label={i18n.t('orders.side')}
          options={[
            { value: '', text: i18n.t('orders.anySide') },
            { value: 'buy', text: i18n.t('orders.buy') },
            { value: 'sell', text: i18n.t('orders.sell') },
          ]}
          value={filter.side}
          onPick={(side) => onChange({ side })}
        />
        <Select
          label={i18n.t('orders.structure')}
          options={[
            { value: '', text: i18n.t('orders.anyStructure') },
            ...withChosen(
              index.products.map(([name]) => name),
              filter.product,
            ).map((name) => ({ value: name, text: wordsOf(name) })),
          ]}
          value={filter.product}
          onPick={(product) => onChange({ product })}
        />
        <Select
          label={i18n.t('orders.expiry')}
          options={[
            { value: '', text: i18n.t('orders.anyExpiry') },
            ...SPANS.map((value) => ({ value, text: i18n.t(`orders.within.${value}`) })),
            ...withChosen(
              index.expiries.map(String),
              isMoment(filter.expiry) ? filter.expiry : '',
            ).map((moment) => ({
              value: moment,
              text: localTime(Number(moment)),
              group: i18n.t('orders.onDate'),
            })),
          ]}
          value={filter.expiry}
          onPick={(expiry) => onChange({ expiry })}
        />
      </div>
      <Select
        label={i18n.t('orders.sort')}
        options={SORTS.map((value) => ({ value, text: i18n.t(`orders.sortBy.${value}`) }))}
        value={filter.sort}
        onPick={(sort) => onChange({ sort })}
      />
      {props.children}
    </div>
  );
}

/** Returns the choices, always with the chosen value, even when no order has it now. */
function withChosen(choices: readonly string[], chosen: string): readonly string[] {
  return chosen === '' || choices.includes(chosen) ? choices : [...choices, chosen];
}

function isMoment(expiry: string): boolean {
  return expiry !== '' && !expiry.endsWith('d');
}
