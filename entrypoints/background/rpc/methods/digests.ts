import { type Hex, hashMessage, keccak256, size } from 'viem';
import { recoverSigner } from '../../../../shared/orders/recover.ts';
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
        const digest = hashMessage({ raw: message }, 'bytes');
        const signer = recoverSigner(digest, withContractV(signature));
        if (signer === undefined) {
          throw new RpcError('invalidParams', 'The signature is not valid.');
        }
        return signer.toLowerCase();
      },
    }),
  ];
}

/** Some wallets write the last byte as 0 or 1, contracts as 27 or 28. */
function withContractV(signature: Hex): Hex {
  const v = Number(`0x${signature.slice(-2)}`);
  return v > 1 ? signature : `${signature.slice(0, -2) as Hex}${(27 + v).toString(16)}`;
}
