import type { TypedData } from '../typed-data.ts';
import type { HyperliquidAction } from './facts.ts';
import { integerOf, type SignedReader, textOf } from './fields.ts';

const PREFIX = 'HyperliquidTransaction:';
const DOMAIN_NAME = 'HyperliquidSignTransaction';

type Message = TypedData['message'];

const ACTIONS: Readonly<Record<string, (message: Message) => HyperliquidAction>> = {
  'ApproveAgent(string hyperliquidChain,address agentAddress,string agentName,uint64 nonce)': (
    message,
  ) => ({
    type: 'approveAgent',
    agent: textOf(message.agentAddress),
    name: textOf(message.agentName),
  }),
  'Withdraw(string hyperliquidChain,string destination,string amount,uint64 time)': (message) => ({
    type: 'withdraw',
    ...moved(message),
  }),
  'UsdSend(string hyperliquidChain,string destination,string amount,uint64 time)': (message) => ({
    type: 'send',
    ...moved(message),
  }),
  'SpotSend(string hyperliquidChain,string destination,string token,string amount,uint64 time)':
    sent,
  'SendAsset(string hyperliquidChain,string destination,string sourceDex,string destinationDex,string token,string amount,string fromSubAccount,uint64 nonce)':
    (message) => ({
      ...sent(message),
      route: {
        from: textOf(message.sourceDex),
        to: textOf(message.destinationDex),
        subAccount: textOf(message.fromSubAccount),
      },
    }),
  'UsdClassTransfer(string hyperliquidChain,string amount,bool toPerp,uint64 nonce)': (
    message,
  ) => ({
    type: message.toPerp === true ? 'moveToPerps' : 'moveToSpot',
    amount: textOf(message.amount),
  }),
  'ApproveBuilderFee(string hyperliquidChain,string maxFeeRate,address builder,uint64 nonce)': (
    message,
  ) => ({
    type: 'approveBuilderFee',
    builder: textOf(message.builder),
    rate: textOf(message.maxFeeRate),
  }),
  'TokenDelegate(string hyperliquidChain,address validator,uint64 wei,bool isUndelegate,uint64 nonce)':
    (message) => ({
      type: message.isUndelegate === true ? 'unstake' : 'stake',
      validator: textOf(message.validator),
      amount: integerOf(message.wei),
    }),
  'ConvertToMultiSigUser(string hyperliquidChain,string signers,uint64 nonce)': (message) => ({
    type: 'convertToMultiSig',
    signers: textOf(message.signers),
  }),
};

/** Actions of Hyperliquid that the account signs. Amounts are decimal text in whole units. */
export const HYPERLIQUID_READERS: Readonly<Record<string, SignedReader>> = Object.fromEntries(
  Object.entries(ACTIONS).map(([type, read]): [string, SignedReader] => [
    `${PREFIX}${type}`,
    ({ domain, message }) =>
      domain.name === DOMAIN_NAME
        ? {
            kind: 'hyperliquid',
            action: read(message),
            isTestnet: message.hyperliquidChain !== 'Mainnet',
          }
        : undefined,
  ]),
);

function moved(message: Message) {
  return { destination: textOf(message.destination), amount: textOf(message.amount) };
}

function sent(message: Message) {
  // A token is its name and id: "PURR:0xc4bf3f870c0e9465323c0b6ed28096c2".
  const [token = ''] = textOf(message.token).split(':');
  return { type: 'send' as const, ...moved(message), ...(token === '' ? {} : { token }) };
}
