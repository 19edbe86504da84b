import { DelegationManager, EIP7702StatelessDeleGator } from '@metamask/delegation-abis/bytecode';
import { type Address, concatHex, type Hex, pad, stringToHex } from 'viem';
import { DELEGATION_MANAGERS } from '../../shared/chain/delegation.ts';

/** Contract that deploys code at an address which depends only on salt and code. */
const CREATE2_DEPLOYER: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C';
const SALT = stringToHex('GATOR', { size: 32 });
const [MANAGER] = DELEGATION_MANAGERS;
const MANAGER_OWNER: Address = '0xB0403B32f54d0Bd752113f4009e8B534C6669f44';
const ENTRY_POINT: Address = '0x0000000071727De22E5E9d8BAf0edAc6f37da032';

/** Bytes before the hash of the sources' metadata at the end of the code. */
const METADATA = 'a2646970667358221220';
/**
 * Metadata hashes of the deployed code. The code in the npm packages has other hashes, because it
 * was built separately.
 */
const DELEGATOR_METADATA = 'd057b8f9a4d5cb46c51c1004ce8cae8dcd3c06323da26ccdfd3dd38584a43adb';
const MANAGER_METADATA = 'c2284ea0163aafd9aee402e7645e9db93d0c27667921732dd0458883520a4752';

/**
 * Returns the transactions that deploy MetaMask's delegation manager and stateless delegator at the
 * addresses that they have on every chain. With CREATE2, only exactly the deployed code gets these
 * addresses.
 */
export function delegatorDeployments(): { readonly to: Address; readonly data: Hex }[] {
  const deploy = (code: string, metadata: string, args: readonly Address[]) => ({
    to: CREATE2_DEPLOYER,
    data: concatHex([SALT, withMetadata(code, metadata), ...args.map((arg) => pad(arg))]),
  });
  return [
    deploy(DelegationManager, MANAGER_METADATA, [MANAGER_OWNER]),
    deploy(EIP7702StatelessDeleGator, DELEGATOR_METADATA, [MANAGER, ENTRY_POINT]),
  ];
}

function withMetadata(code: string, hash: string): Hex {
  const at = code.lastIndexOf(METADATA) + METADATA.length;
  return `0x${code.slice(0, at).replace(/^0x/, '')}${hash}${code.slice(at + hash.length)}`;
}
