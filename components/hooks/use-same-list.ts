import { useState } from 'react';

/** Returns the former list if the new one has equal values. */
export function useSameList<Value>(list: readonly Value[]): readonly Value[] {
  const [kept, setKept] = useState(list);
  const isSame = kept.length === list.length && list.every((value, i) => value === kept[i]);
  // Sets the state during rendering, so that no frame shows the old list.
  if (!isSame) setKept(list);
  return isSame ? kept : list;
}
