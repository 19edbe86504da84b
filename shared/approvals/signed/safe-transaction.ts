import { isSameAddress } from '../../is-same-address.ts';
import type { Budget } from '../budget.ts';
import type { TypedData } from '../typed-data.ts';
import { understandTransaction } from '../understand.ts';
import { deedOf } from './deed.ts';
import type { DeedFacts, SignedField } from './facts.ts';
import {
  coin,
  contractOf,
  erc20,
  integerOf,
  type SignedReader,
  textOf,
  ZERO_ADDRESS,
} from './fields.ts';

/** Transactions of a Safe, which are valid when enough owners have signed. */
export const SAFE_READERS: Readonly<Record<string, SignedReader>> = {
  'SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)':
    safeTransaction,
};

type Effect = Pick<DeedFacts, 'deed' | 'fields'>;

function safeTransaction(data: TypedData, account: string, budget: Budget): DeedFacts {
  const { message } = data;
  const { deed, fields } = effectOf(message, budget);
  const refund = refundOf(message);
  return deedOf(
    {
      deed,
      fields: [
        { role: 'safe', value: contractOf(data) },
        ...fields,
        ...refund,
        { role: 'nonce', value: integerOf(message.nonce) },
      ],
      dangers: refund.length === 0 ? [] : ['safeRefunds'],
    },
    account,
  );
}

/** Returns the effect of a Safe's call: a known action, or an unspecified call. */
function effectOf(message: TypedData['message'], budget: Budget): Effect {
  const [to, value, data] = [textOf(message.to), integerOf(message.value), textOf(message.data)];
  const call: SignedField[] = [
    { role: 'called', value: to },
    { role: 'amount', asset: coin(value) },
  ];
  // Operation 0 is a plain call, and operation 1 runs foreign code. Safes reject other values.
  if (integerOf(message.operation) !== '0') {
    return { deed: 'safeRunCode', fields: call };
  }
  const draft = { to, value: `0x${BigInt(value).toString(16)}`, data };
  const found = understandTransaction(draft, undefined, budget);
  if (found.tail?.kind === 'other') return { deed: 'safeCall', fields: call };
  switch (found.kind) {
    case 'send':
      return {
        deed: 'safeSend',
        fields: [
          { role: 'to', value: to },
          { role: 'amount', asset: coin(value) },
        ],
      };
    case 'transfer':
      return {
        deed: 'safeSend',
        fields: [
          { role: 'contract', value: to },
          { role: 'to', value: found.to },
          { role: 'amount', asset: erc20(to, found.amount.toString()) },
        ],
      };
    case 'approve':
      return {
        deed: 'safeAllow',
        fields: [
          { role: 'contract', value: to },
          { role: 'spender', value: found.spender },
          { role: 'allowance', asset: erc20(to, found.amount.toString()) },
        ],
      };
    default:
      return { deed: 'safeCall', fields: call };
  }
}

/**
 * Returns the refund: a Safe pays (baseGas + gas used) × gasPrice in a token that the transaction
 * names.
 */
function refundOf(message: TypedData['message']): SignedField[] {
  const price = BigInt(integerOf(message.gasPrice));
  if (price === 0n) return [];
  const [token, receiver] = [textOf(message.gasToken), textOf(message.refundReceiver)];
  const least = (BigInt(integerOf(message.baseGas)) * price).toString();
  const isCoin = isSameAddress(token, ZERO_ADDRESS);
  return [
    { role: 'refundReceiver', value: isSameAddress(receiver, ZERO_ADDRESS) ? '' : receiver },
    { role: 'refund', asset: isCoin ? coin(least) : erc20(token, least) },
  ];
}
