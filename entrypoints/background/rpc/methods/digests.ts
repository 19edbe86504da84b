import { type Hex, keccak256, recoverMessageAddress, size } from 'viem';
import { RpcError } from '../../../../shared/rpc/codes.ts';
import { type Method, method } from '../method.ts';
import { hexParam, listParams } from '../params.ts';
import { messageBytes } from './personal_sign.ts';

/**
 * `web3_sha3` and `personal_ecRecover`: pure functions that old libraries request from the wallet.
 */
export function digestMethods(): Method[] {
  return [
    method<Hex>({
      name: 'web3_sha3',
      parse: (params) => hexParam(listParams(params, 1)[0]),
      needs: 'nothing',
      once: false,
      handle: async (bytes) => keccak256(bytes),
    }),
    method<{ message: Hex; signature: Hex }>({
      name: 'personal_ecRecover',
      parse(params) {
        const [message, signature] = listParams(params, 2);
        if (typeof message !== 'string') throw new RpcError('invalidParams');
        const bytes = hexParam(signature);
        if (size(bytes) !== 65) throw new RpcError('invalidParams', 'A signature has 65 bytes.');
        return { message: messageBytes(message), signature: bytes };
      },
      needs: 'nothing',
      once: false,
      async handle({ message, signature }) {
        try {
          const address = await recoverMessageAddress({ message: { raw: message }, signature });
          return address.toLowerCase();
        } catch (error) {
          throw new RpcError('invalidParams', 'Nobody can have made this signature.', error);
        }
      },
    }),
  ];
}
