import { type Method, method } from '../method.ts';
import { chainIdHex, noParams } from '../params.ts';

/** `eth_chainId`: the chain that a site is on, in hexadecimal. */
export const eth_chainId = (): Method =>
  method({
    name: 'eth_chainId',
    waitsFor: 'sites',
    asks: 'nobody',
    refuses: 'nobody',
    once: false,
    parse: noParams,
    handle: async (_, { chainId }) => chainIdHex(chainId),
  });
