import { readAbi } from '../read-abi.ts';

/** The delegator's functions that Condor calls; modes are those of ERC-7579. */
export const delegatorAbi = readAbi([
  'function execute(bytes32 mode, bytes executionCalldata) payable',
]);
