import { type Hex, hashMessage, size } from 'viem';
import { recoverSigner } from '../../../../shared/orders/recover.ts';
import { RpcError } from '../../../../shared/rpc/codes.ts';
import { type Method, method } from '../method.ts';
import { hexParam, listParams } from '../params.ts';
import { messageBytes } from './personal_sign.ts';

/** `personal_ecRecover`: a pure function that some old libraries call. */
export const personal_ecRecover = (): Method =>
  method<{ message: Hex; signature: Hex }>({
    name: 'personal_ecRecover',
    waitsFor: 'activity',
    asks: 'nobody',
    refuses: 'nobody',
    once: false,
    parse(params) {
      const [message, signature] = listParams(params, 2);
      if (typeof message !== 'string') throw new RpcError('invalidParams');
      const bytes = hexParam(signature);
      if (size(bytes) !== 65) throw new RpcError('invalidParams', 'A signature has 65 bytes.');
      return { message: messageBytes(message), signature: bytes };
    },
    async handle({ message, signature }) {
      const digest = hashMessage({ raw: message }, 'bytes');
      const signer = recoverSigner(digest, withContractV(signature));
      if (signer === undefined) throw new RpcError('invalidParams', 'The signature is not valid.');
      return signer.toLowerCase();
    },
  });

/**
 * Returns a signature whose last byte is 27 or 28, as contracts expect. Some wallets write 0 or 1.
 */
function withContractV(signature: Hex): Hex {
  const v = Number(`0x${signature.slice(-2)}`);
  return v > 1 ? signature : `${signature.slice(0, -2) as Hex}${(27 + v).toString(16)}`;
}
