import type { PositionsView } from '../../../shared/messages/market.ts';
import type { Clock, Fetch } from '../../../shared/ports.ts';
import type { ChainClient } from '../chain/client.ts';

export interface Positions {
  list(fresh: boolean): Promise<PositionsView>;
  afterFill(): Promise<void>;
}

export function createPositions(_deps: {
  fetch: Fetch;
  clock: Clock;
  client: ChainClient;
  url: () => string;
  account: () => string | undefined;
}): Positions {
  return { list: async () => ({ rows: [] }), afterFill: async () => undefined };
}
