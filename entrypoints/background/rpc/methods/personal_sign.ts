import { type Address, type Hex, isAddress } from 'viem';
import { toHex, utf8 } from '../../../../shared/bytes.ts';
import { CHAIN_ID } from '../../../../shared/chain/deployments.ts';
import type { Clock } from '../../../../shared/ports.ts';
import { RpcError } from '../../../../shared/rpc/codes.ts';
import type { Approvals } from '../../approvals/approvals.ts';
import type { Signer } from '../../signer/signer.ts';
import type { ActivityLog } from '../../state/activity.ts';
import { type Method, method } from '../method.ts';
import { addressParam, listParams, WATCH_ONLY } from '../params.ts';

interface Params {
  readonly message: Hex;
  readonly account: Address;
}

/** `personal_sign` (EIP-191, version 0x45): `[message, account]`, either order as dApps send both. */
export function personal_sign(deps: {
  approvals: Approvals;
  signer: Signer;
  activity: ActivityLog;
  clock: Clock;
}): Method {
  return method<Params>({
    name: 'personal_sign',
    parse(params) {
      const [first, second] = listParams(params, 2);
      const isSwapped = isAccount(first) && !isAccount(second);
      const [message, account] = isSwapped ? [second, first] : [first, second];
      if (typeof message !== 'string') throw new RpcError('invalidParams');
      return { message: messageBytes(message), account: addressParam(account) };
    },
    needs: 'account',
    once: true,
    async handle({ message, account }, context) {
      if (!context.accounts.includes(account)) throw new RpcError('unauthorized');
      if (!deps.signer.canSign(account)) throw new RpcError('unauthorized', WATCH_ONLY);
      const choice = await deps.approvals.request({
        requestKey: context.requestKey,
        requester: context.requester,
        request: { kind: 'personal_sign', account, message },
        chainId: CHAIN_ID,
      });
      if (choice.kind !== 'sign') throw new RpcError('rejected');
      const signature = deps.signer.signMessage(account, message);
      const at = deps.clock.now();
      await deps.activity.add({
        id: `${context.requestKey}:${at}`,
        kind: 'signature',
        at,
        origin: context.requester.origin,
        account,
        words: 'Signed a message',
      });
      return signature;
    },
  });
}

function isAccount(value: unknown): boolean {
  return typeof value === 'string' && isAddress(value, { strict: false });
}

/** Hex is bytes; any other text is its UTF-8 bytes. */
function messageBytes(message: string): Hex {
  return /^0x(?:[0-9a-fA-F]{2})*$/.test(message)
    ? (message.toLowerCase() as Hex)
    : toHex(utf8(message));
}
