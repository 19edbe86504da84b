import type { TypedData } from '../typed-data.ts';
import type { SafeFacts, UserOperationFacts } from './facts.ts';
import {
  contractOf,
  integerOf,
  isSameAddress,
  type SignedReader,
  textOf,
  ZERO_ADDRESS,
} from './fields.ts';

/** Entry points 0.6 to 0.9 of ERC-4337. */
const ENTRY_POINTS: readonly string[] = [
  '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789',
  '0x0000000071727de22e5e9d8baf0edac6f37da032',
  '0x4337084d9e255ff0702461cf8895ce9e3b5ff108',
  '0x433709009b8330fda32311df1c2afa402ed8d009',
];

const PACKED =
  'address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees,bytes paymasterAndData';

/** Transactions and messages of a Safe, and ERC-4337 user operations. */
export const SMART_ACCOUNT_READERS: Readonly<Record<string, SignedReader>> = {
  'SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)':
    safeTransaction,
  'SafeMessage(bytes message)': (data) => ({
    kind: 'safeMessage',
    safe: contractOf(data),
    message: textOf(data.message.message),
  }),
  [`PackedUserOperation(${PACKED})`]: (data) =>
    userOperation(data, data.message.sender, contractOf(data)),
  [`PackedUserOperation(${PACKED},address entryPoint)`]: (data) =>
    userOperation(data, data.message.sender, textOf(data.message.entryPoint)),
  'SafeOp(address safe,uint256 nonce,bytes initCode,bytes callData,uint128 verificationGasLimit,uint128 callGasLimit,uint256 preVerificationGas,uint128 maxPriorityFeePerGas,uint128 maxFeePerGas,bytes paymasterAndData,uint48 validAfter,uint48 validUntil,address entryPoint)':
    (data) => userOperation(data, data.message.safe, textOf(data.message.entryPoint)),
};

function safeTransaction(data: TypedData): SafeFacts {
  const { message } = data;
  const refund = refundOf(message);
  return {
    kind: 'safeTransaction',
    safe: contractOf(data),
    to: textOf(message.to),
    value: integerOf(message.value),
    data: textOf(message.data),
    // Only 0 is a plain call. A Safe rejects values above 1.
    isDelegateCall: integerOf(message.operation) !== '0',
    nonce: integerOf(message.nonce),
    ...(refund === undefined ? {} : { refund }),
  };
}

/**
 * Returns the refund: a Safe pays (baseGas + gas used) × gasPrice, in a token that the transaction
 * chooses.
 */
function refundOf(message: TypedData['message']) {
  const price = BigInt(integerOf(message.gasPrice));
  if (price === 0n) return undefined;
  const token = textOf(message.gasToken);
  const receiver = textOf(message.refundReceiver);
  return {
    least: (BigInt(integerOf(message.baseGas)) * price).toString(),
    ...(isSameAddress(token, ZERO_ADDRESS) ? {} : { token }),
    ...(isSameAddress(receiver, ZERO_ADDRESS) ? {} : { receiver }),
  };
}

function userOperation(data: TypedData, sender: unknown, entryPoint: string): UserOperationFacts {
  return {
    kind: 'userOperation',
    account: textOf(sender),
    entryPoint,
    isKnownEntryPoint: ENTRY_POINTS.includes(entryPoint.toLowerCase()),
    callData: textOf(data.message.callData),
    isDeployment: textOf(data.message.initCode) !== '0x',
  };
}
