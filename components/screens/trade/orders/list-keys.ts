/**
 * Returns the index of the row to which a key moves; undefined for keys that don't move.
 * @param place.at current row
 * @param place.last last row
 * @param place.page number of visible rows
 */
export function rowAfterKey(
  key: string,
  { at, last, page }: { at: number; last: number; page: number },
): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return Math.min(last, at + 1);
    case 'ArrowUp':
      return Math.max(0, at - 1);
    case 'PageDown':
      return Math.min(last, at + page);
    case 'PageUp':
      return Math.max(0, at - page);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}
