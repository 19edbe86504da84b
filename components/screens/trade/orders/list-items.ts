import type { PlacedRow } from './hold-rows.ts';

/** A line of the list: a group heading, or a row with its index. */
export type ListItem =
  | {
      readonly kind: 'group';
      readonly key: string;
      readonly expiry: number;
      readonly asset: string;
    }
  | {
      readonly kind: 'row';
      readonly key: string;
      readonly index: number;
      readonly placed: PlacedRow;
    };

/** Returns the lines of the list: its rows, with a heading above each group. */
export function listItems(rows: readonly PlacedRow[], isGrouped: boolean): readonly ListItem[] {
  const items: ListItem[] = [];
  let last: string | undefined;
  for (const [index, placed] of rows.entries()) {
    const { row, slot, group } = placed;
    if (isGrouped && group !== last) {
      const { expiry, asset } = row;
      items.push({ kind: 'group', key: `group ${slot}`, expiry, asset });
    }
    items.push({ kind: 'row', key: slot, index, placed });
    last = group;
  }
  return items;
}
