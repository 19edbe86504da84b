import type { ReactNode } from 'react';

/** Shows a list of cards, or the text `empty` if the list has no items. */
export function CardList<Item>(props: {
  testId: string;
  items: readonly Item[];
  keyOf: (item: Item) => string | number;
  empty?: string;
  /** Arranges the cards in as many columns as there is room for. */
  inColumns?: boolean;
  children: (item: Item) => ReactNode;
}) {
  if (props.items.length === 0)
    return props.empty === undefined ? null : <p className="text-sm text-muted">{props.empty}</p>;
  return (
    <ul
      className={
        props.inColumns === true
          ? 'grid grid-cols-[repeat(auto-fill,minmax(min(22rem,100%),1fr))] gap-2'
          : 'flex flex-col gap-2'
      }
      data-testid={props.testId}
    >
      {props.items.map((item) => (
        <li key={props.keyOf(item)}>{props.children(item)}</li>
      ))}
    </ul>
  );
}
