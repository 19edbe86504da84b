import { addressGroup } from '../../http/client-address.ts';

/** Maximum numbers of open lists, each of which takes hundreds of kilobytes of memory. */
const MOST = { all: 100, perAddress: 20 };

/** Limits how many lists are sent at a time, because unread lists fill the thread's memory. */
export interface OpenLists {
  /** Returns a function to call at the end of the list; undefined when too many lists are open. */
  begin(address: string): (() => void) | undefined;
}

export function createOpenLists(most = MOST): OpenLists {
  const byAddress = new Map<string, number>();
  let all = 0;
  return {
    begin(address) {
      const group = addressGroup(address);
      const own = byAddress.get(group) ?? 0;
      if (all >= most.all || own >= most.perAddress) return undefined;
      all++;
      byAddress.set(group, own + 1);
      return () => {
        all--;
        const left = (byAddress.get(group) ?? 1) - 1;
        if (left > 0) byAddress.set(group, left);
        else byAddress.delete(group);
      };
    },
  };
}
