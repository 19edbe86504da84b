import { type Method, method } from '../method.ts';
import { pageAccounts } from '../page-accounts.ts';
import { noParams } from '../params.ts';

/** `eth_coinbase`: the account that a site uses, or null. */
export const eth_coinbase = (): Method =>
  method({
    name: 'eth_coinbase',
    waitsFor: 'activity',
    asks: 'nobody',
    refuses: 'nobody',
    once: false,
    parse: noParams,
    handle: async (_, { accounts }) => pageAccounts(accounts)[0] ?? null,
  });
