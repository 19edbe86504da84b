import { readAbi } from '../read-abi.ts';

/** The delegator's functions that Condor calls. ERC-7579 defines the modes. */
export const delegatorAbi = readAbi([
  'function execute(bytes32 mode, bytes executionCalldata) payable',
]);
