import { type Method, method } from '../method.ts';
import { pageAccounts } from '../page-accounts.ts';
import { noParams } from '../params.ts';

/** `eth_accounts`: the accounts that a site may see. */
export const eth_accounts = (): Method =>
  method({
    name: 'eth_accounts',
    waitsFor: 'sites',
    asks: 'nobody',
    refuses: 'nobody',
    once: false,
    parse: noParams,
    handle: async (_, { accounts }) => pageAccounts(accounts),
  });
