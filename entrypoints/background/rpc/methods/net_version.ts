import { type Method, method } from '../method.ts';
import { noParams } from '../params.ts';

/** `net_version`: the chain that a site is on, in decimal. */
export const net_version = (): Method =>
  method({
    name: 'net_version',
    waitsFor: 'sites',
    asks: 'nobody',
    refuses: 'nobody',
    once: false,
    parse: noParams,
    handle: async (_, { chainId }) => String(chainId),
  });
