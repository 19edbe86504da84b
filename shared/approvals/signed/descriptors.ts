import type { TypedData } from '../typed-data.ts';
import type { Deed, SignedDanger, TextRole } from './facts.ts';

/**
 * Describes one type of typed data, like ERC-7730: the effect of its signature, and the meaning of
 * its members. Rows have the order of `roles`.
 */
export interface Descriptor {
  /** The exact text of the type, because an additional member makes another type. */
  readonly type: string | RegExp;
  /** Returns true for the protocol's domain, if its name matters. */
  readonly domain?: (domain: TypedData['domain']) => boolean;
  readonly deed: Deed;
  /** Effect of the signature if the `switch` member is false or every amount is zero. */
  readonly otherwise?: Deed;
  /** Roles of the relevant members; `@contract` is the domain's contract. */
  readonly roles: Readonly<Record<string, MemberRole>>;
  readonly protocol?: string;
  /** The protocol's contracts in lower case, and the member that must be one of them. */
  readonly known?: { readonly member: string; readonly contracts: readonly string[] };
  /** Possible dangers besides the deed's own; see `RULES`. */
  readonly dangers?: readonly SignedDanger[];
}

/** Role of a member. The token of an amount is the domain's contract. */
export type MemberRole = TextRole | 'allowance' | 'amount' | 'loan' | 'switch' | SumRole;

interface SumRole {
  /** Member that contains the token's name, or the fixed symbol of the token. */
  readonly token: string | { readonly symbol: string };
  /** Decimals of an integer in base units. */
  readonly decimals?: number;
}

const AUTHORIZATION =
  '(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)';

/** Transfers by signature (EIP-3009), which anyone who has the signature can send. */
const TRANSFERS = ['TransferWithAuthorization', 'ReceiveWithAuthorization'].map(
  (name): Descriptor => ({
    type: `${name}${AUTHORIZATION}`,
    deed: 'send',
    roles: { from: 'from', to: 'to', value: 'amount', validBefore: 'end' },
  }),
);

/** Permits (EIP-2612), NFT permits, managers (Morpho, Compound), credit (Aave), and votes. */
const RIGHTS: readonly Descriptor[] = [
  {
    type: 'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)',
    deed: 'allow',
    otherwise: 'revokeAllowance',
    roles: { owner: 'owner', spender: 'spender', value: 'allowance', deadline: 'end' },
  },
  {
    // Positions of Uniswap 3 and 4.
    type: 'Permit(address spender,uint256 tokenId,uint256 nonce,uint256 deadline)',
    deed: 'allow',
    roles: { spender: 'spender', '@contract': 'collection', tokenId: 'item', deadline: 'end' },
  },
  {
    type: 'PermitForAll(address operator,bool approved,uint256 nonce,uint256 deadline)',
    deed: 'allow',
    otherwise: 'revokeApproval',
    roles: { operator: 'spender', '@contract': 'collection', approved: 'switch', deadline: 'end' },
  },
  {
    type: 'Authorization(address authorizer,address authorized,bool isAuthorized,uint256 nonce,uint256 deadline)',
    deed: 'manage',
    otherwise: 'stopManaging',
    protocol: 'Morpho',
    roles: {
      authorizer: 'owner',
      authorized: 'manager',
      '@contract': 'contract',
      isAuthorized: 'switch',
      deadline: 'end',
    },
  },
  {
    type: 'Authorization(address owner,address manager,bool isAllowed,uint256 nonce,uint256 expiry)',
    deed: 'manage',
    otherwise: 'stopManaging',
    protocol: 'Compound',
    roles: {
      owner: 'owner',
      manager: 'manager',
      '@contract': 'contract',
      isAllowed: 'switch',
      expiry: 'end',
    },
  },
  {
    type: 'DelegationWithSig(address delegatee,uint256 value,uint256 nonce,uint256 deadline)',
    deed: 'borrow',
    otherwise: 'stopBorrowing',
    roles: { delegatee: 'borrower', '@contract': 'debtToken', value: 'loan', deadline: 'end' },
  },
  {
    type: 'Delegation(address delegatee,uint256 nonce,uint256 expiry)',
    deed: 'delegateVotes',
    roles: { delegatee: 'delegate', '@contract': 'token', expiry: 'end' },
  },
];

/** Authorizations of EIP-7702 as typed data. */
const DELEGATED_CODE: readonly Descriptor[] = [
  'address address,uint256 nonce',
  'address contractAddress,uint256 nonce',
  'address address,uint64 nonce',
].map((members) => ({
  type: `Authorization(uint256 chainId,${members})`,
  deed: 'runCode',
  roles: { [members.includes('contractAddress') ? 'contractAddress' : 'address']: 'code' },
}));

/** Entry points 0.6 to 0.9 of ERC-4337. */
const ENTRY_POINTS: readonly string[] = [
  '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789',
  '0x0000000071727de22e5e9d8baf0edac6f37da032',
  '0x4337084d9e255ff0702461cf8895ce9e3b5ff108',
  '0x433709009b8330fda32311df1c2afa402ed8d009',
];

const PACKED =
  'address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees,bytes paymasterAndData';
const SAFE_OPERATION =
  'address safe,uint256 nonce,bytes initCode,bytes callData,uint128 verificationGasLimit,uint128 callGasLimit,uint256 preVerificationGas,uint128 maxPriorityFeePerGas,uint128 maxFeePerGas,bytes paymasterAndData,uint48 validAfter,uint48 validUntil,address entryPoint';

/** ERC-4337 user operations, and messages of a Safe. */
const SMART_ACCOUNTS: readonly Descriptor[] = [
  ...(
    [
      [`PackedUserOperation(${PACKED})`, 'sender', '@contract'],
      [`PackedUserOperation(${PACKED},address entryPoint)`, 'sender', 'entryPoint'],
      [`SafeOp(${SAFE_OPERATION})`, 'safe', 'entryPoint'],
    ] as const
  ).map(
    ([type, account, member]): Descriptor => ({
      type,
      deed: 'operateAccount',
      roles: { [account]: 'smartAccount', [member]: 'entryPoint', initCode: 'deployment' },
      known: { member, contracts: ENTRY_POINTS },
    }),
  ),
  {
    type: 'SafeMessage(bytes message)',
    deed: 'safeMessage',
    roles: { '@contract': 'safe' },
  },
];

const DOLLARS = { token: { symbol: 'USDC' } } as const;

/** Actions on Hyperliquid that only the account itself may sign, recognized by their members. */
const HYPERLIQUID = [
  {
    type: 'ApproveAgent',
    members: 'address agentAddress,string agentName,uint64 nonce',
    deed: 'approveAgent',
    roles: { agentAddress: 'agent', agentName: 'name' },
  },
  {
    type: 'Withdraw',
    members: 'string destination,string amount,uint64 time',
    deed: 'withdraw',
    roles: { destination: 'to', amount: DOLLARS },
    dangers: ['leavesTheAccount'],
  },
  {
    type: 'UsdSend',
    members: 'string destination,string amount,uint64 time',
    deed: 'sendInside',
    roles: { destination: 'to', amount: DOLLARS },
    dangers: ['leavesTheAccount'],
  },
  {
    type: 'SpotSend',
    members: 'string destination,string token,string amount,uint64 time',
    deed: 'sendInside',
    roles: { destination: 'to', amount: { token: 'token' } },
    dangers: ['leavesTheAccount'],
  },
  {
    type: 'SendAsset',
    members:
      'string destination,string sourceDex,string destinationDex,string token,string amount,string fromSubAccount,uint64 nonce',
    deed: 'sendInside',
    roles: {
      destination: 'to',
      amount: { token: 'token' },
      sourceDex: 'fromExchange',
      destinationDex: 'toExchange',
      fromSubAccount: 'fromSubaccount',
    },
    dangers: ['leavesTheAccount', 'leavesToAnotherExchange'],
  },
  {
    type: 'UsdClassTransfer',
    members: 'string amount,bool toPerp,uint64 nonce',
    deed: 'moveToPerps',
    otherwise: 'moveToSpot',
    roles: { amount: DOLLARS, toPerp: 'switch' },
  },
  {
    type: 'ApproveBuilderFee',
    members: 'string maxFeeRate,address builder,uint64 nonce',
    deed: 'approveFee',
    roles: { builder: 'builder', maxFeeRate: 'rate' },
  },
  {
    type: 'TokenDelegate',
    members: 'address validator,uint64 wei,bool isUndelegate,uint64 nonce',
    deed: 'unstake',
    otherwise: 'stake',
    roles: {
      validator: 'validator',
      wei: { token: { symbol: 'HYPE' }, decimals: 8 },
      isUndelegate: 'switch',
    },
  },
  {
    type: 'ConvertToMultiSigUser',
    members: 'string signers,uint64 nonce',
    deed: 'convertToMultisig',
    roles: { signers: 'signers' },
  },
] as const satisfies readonly (Descriptor & { readonly members: string })[];

/**
 * Messages for Snapshot, which give no power over assets. Snapshot's domain has only a name and a
 * version.
 */
const SNAPSHOT: readonly Descriptor[] = [
  {
    type: /^Vote\(address from,string space,uint64 timestamp,(?:bytes32|string) proposal,(?:uint32|uint32\[\]|string) choice(?:,string reason)?(?:,string app)?(?:,string metadata)?\)$/,
    deed: 'vote',
    roles: { from: 'owner', space: 'space', proposal: 'proposal', choice: 'choice' },
  },
  {
    type: 'Alias(address from,address alias,uint64 timestamp)',
    deed: 'voteAlias',
    roles: { alias: 'delegate' },
  },
];

export const DESCRIPTORS: readonly Descriptor[] = [
  ...TRANSFERS,
  ...RIGHTS,
  ...DELEGATED_CODE,
  ...SMART_ACCOUNTS,
  ...HYPERLIQUID.map(({ type, members, roles, ...rest }) => ({
    ...rest,
    type: `HyperliquidTransaction:${type}(string hyperliquidChain,${members})`,
    roles: { ...roles, hyperliquidChain: 'network' as const },
    domain: ({ name }: TypedData['domain']) => name === 'HyperliquidSignTransaction',
    protocol: 'Hyperliquid',
  })),
  ...SNAPSHOT.map((message) => ({
    ...message,
    domain: ({ name, ...rest }: TypedData['domain']) =>
      name === 'snapshot' && Object.keys(rest).every((member) => member === 'version'),
    protocol: 'Snapshot',
  })),
];
