import type { Address, Hex } from 'viem';
import { toHex, utf8 } from '../../../../shared/bytes.ts';
import { hasAddressForm } from '../../../../shared/chain/address-form.ts';
import { RpcError } from '../../../../shared/rpc/codes.ts';
import type { Signatures } from '../../approvals/sending/signatures.ts';
import { type Method, method } from '../method.ts';
import { accountParam, listParams } from '../params.ts';

interface Params {
  /** The message as the page sent it. Only a connected site's message is decoded. */
  readonly message: string;
  readonly account: Address;
}

/** `personal_sign` (EIP-191, version 0x45): `[message, account]` in either order. */
export function personal_sign(deps: { signatures: Signatures }): Method {
  return method<Params>({
    name: 'personal_sign',
    waitsFor: 'activity',
    asks: 'user',
    refuses: 'strangers',
    once: true,
    parse(params) {
      const [first, second] = listParams(params, 2);
      const isSwapped = isAccount(first) && !isAccount(second);
      const [message, account] = isSwapped ? [second, first] : [first, second];
      if (typeof message !== 'string') throw new RpcError('invalidParams');
      return { message, account: accountParam(account) };
    },
    handle: ({ message, account }, context) =>
      deps.signatures.ask(context, {
        kind: 'personal_sign',
        account,
        message: messageBytes(message),
      }),
  });
}

function isAccount(value: unknown): boolean {
  return typeof value === 'string' && hasAddressForm(value);
}

/** Returns the bytes of hex, or the UTF-8 bytes of any other text. */
export function messageBytes(message: string): Hex {
  return /^0x(?:[0-9a-fA-F]{2})*$/.test(message)
    ? (message.toLowerCase() as Hex)
    : toHex(utf8(message));
}
