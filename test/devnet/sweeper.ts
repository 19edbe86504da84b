import { type Address, concatHex, type Hex } from 'viem';
import type { Devnet } from './devnet.ts';

/** Address of a contract that thieves set as the code of accounts whose keys they have. */
export const SWEEPER: Address = '0x00000000000000000000000000000000000d0666';
export const THIEF: Address = '0x00000000000000000000000000000000000bad00';

/** Runs `call(gas, THIEF, balance, no data)`: forwards all coins on every call. */
const CODE: Hex = concatHex(['0x600060006000600047', '0x73', THIEF, '0x5af100']);

export function installSweeper(devnet: Devnet): Promise<void> {
  return devnet.client.setCode({ address: SWEEPER, bytecode: CODE });
}
