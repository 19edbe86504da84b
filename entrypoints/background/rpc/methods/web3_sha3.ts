import { type Hex, keccak256 } from 'viem';
import { type Method, method } from '../method.ts';
import { hexParam, listParams } from '../params.ts';

/** `web3_sha3`: a pure function that some old libraries call. */
export const web3_sha3 = (): Method =>
  method<Hex>({
    name: 'web3_sha3',
    waitsFor: 'activity',
    asks: 'nobody',
    refuses: 'nobody',
    once: false,
    parse: (params) => hexParam(listParams(params, 1)[0]),
    handle: async (bytes) => keccak256(bytes),
  });
