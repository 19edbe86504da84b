import type { TypedData } from '../typed-data.ts';
import type { RightsFacts } from './facts.ts';
import { contractOf, integerOf, type SignedReader, textOf } from './fields.ts';

/** NFT permits, managers (Morpho, Compound), credit (Aave), votes, and EIP-7702 authorizations. */
export const RIGHTS_READERS: Readonly<Record<string, SignedReader>> = {
  // Positions of Uniswap 3 and 4.
  'Permit(address spender,uint256 tokenId,uint256 nonce,uint256 deadline)': (data) => ({
    kind: 'collectiblePermit',
    collection: contractOf(data),
    spender: textOf(data.message.spender),
    item: integerOf(data.message.tokenId),
    isAllowed: true,
    end: integerOf(data.message.deadline),
  }),
  'PermitForAll(address operator,bool approved,uint256 nonce,uint256 deadline)': (data) => ({
    kind: 'collectiblePermit',
    collection: contractOf(data),
    spender: textOf(data.message.operator),
    isAllowed: data.message.approved === true,
    end: integerOf(data.message.deadline),
  }),
  'Authorization(address authorizer,address authorized,bool isAuthorized,uint256 nonce,uint256 deadline)':
    (data) => ({
      kind: 'manager',
      protocol: 'Morpho',
      contract: contractOf(data),
      owner: textOf(data.message.authorizer),
      manager: textOf(data.message.authorized),
      isAllowed: data.message.isAuthorized === true,
      end: integerOf(data.message.deadline),
    }),
  'Authorization(address owner,address manager,bool isAllowed,uint256 nonce,uint256 expiry)': (
    data,
  ) => ({
    kind: 'manager',
    protocol: 'Compound',
    contract: contractOf(data),
    owner: textOf(data.message.owner),
    manager: textOf(data.message.manager),
    isAllowed: data.message.isAllowed === true,
    end: integerOf(data.message.expiry),
  }),
  'DelegationWithSig(address delegatee,uint256 value,uint256 nonce,uint256 deadline)': (data) => ({
    kind: 'creditDelegation',
    debtToken: contractOf(data),
    borrower: textOf(data.message.delegatee),
    amount: integerOf(data.message.value),
    end: integerOf(data.message.deadline),
  }),
  'Delegation(address delegatee,uint256 nonce,uint256 expiry)': (data) => ({
    kind: 'voteDelegation',
    token: contractOf(data),
    delegate: textOf(data.message.delegatee),
    end: integerOf(data.message.expiry),
  }),
  'Authorization(uint256 chainId,address address,uint256 nonce)': delegatedCode,
  'Authorization(uint256 chainId,address contractAddress,uint256 nonce)': delegatedCode,
  'Authorization(uint256 chainId,address address,uint64 nonce)': delegatedCode,
};

function delegatedCode({ message }: TypedData): RightsFacts {
  return { kind: 'delegatedCode', code: textOf(message.address ?? message.contractAddress) };
}
