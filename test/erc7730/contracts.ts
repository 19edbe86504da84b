import { BOOK_CALLS } from '../../shared/approvals/known-calls/book.ts';
import { FACTORY_CALLS } from '../../shared/approvals/known-calls/factory.ts';
import { OPTION_ACTIONS, OPTION_PARTIES } from '../../shared/approvals/known-calls/option.ts';
import { BOOKS, CHAIN_ID, FACTORY_R12 } from '../../shared/chain/deployments.ts';
import { IMPLEMENTATIONS } from '../../shared/chain/implementations.ts';
import { formatsOf, type TextOf } from './describe-contract.ts';

/** Implementations of the option contracts, which are clones. */
const options = [...new Set(IMPLEMENTATIONS.map((one) => one.address))];

/** A call of the factory that contains another call. A descriptor can't describe the inner call. */
const SWAP = {
  'swapAndCall(address swapRouter,address swapSrcToken,address swapDstToken,uint256 swapSrcAmount,bytes swapCallData,bytes selfCallData)':
    {
      intent: 'Swap or wrap, and use the proceeds for a request to makers',
      fields: [
        { path: 'swapRouter', label: 'Through router', format: 'addressName' },
        {
          path: 'swapSrcAmount',
          label: 'Swapped',
          format: 'tokenAmount',
          params: { tokenPath: 'swapSrcToken' },
        },
        { path: 'swapDstToken', label: 'Swapped to', format: 'tokenTicker' },
        { path: '@.value', label: 'Wrapped', format: 'amount' },
        { path: 'swapCallData', label: 'Data for the router', format: 'raw' },
        {
          path: 'selfCallData',
          label: 'Then',
          format: 'calldata',
          params: { calleePath: '@.to' },
        },
      ],
    },
};

const CONTRACTS = [
  { name: 'OptionBook', at: BOOKS.map((book) => book.address), calls: BOOK_CALLS, more: {} },
  {
    name: 'OptionFactory',
    at: [FACTORY_R12],
    calls: FACTORY_CALLS,
    more: SWAP,
  },
  { name: 'Option', at: options, calls: [...OPTION_ACTIONS, ...OPTION_PARTIES], more: {} },
] as const;

/** Returns the ERC-7730 file of each contract, by file name. */
export function erc7730Files(textOf: TextOf): Readonly<Record<string, object>> {
  return Object.fromEntries(
    CONTRACTS.map(({ name, at, calls, more }) => [
      `calldata-${name}.json`,
      {
        $schema: 'https://eips.ethereum.org/assets/eip-7730/erc7730-v2.schema.json',
        context: {
          $id: name,
          contract: { deployments: at.map((address) => ({ chainId: CHAIN_ID, address })) },
        },
        metadata: { owner: 'OptionBook protocol', contractName: name },
        display: { formats: { ...formatsOf(calls, textOf), ...more } },
      },
    ]),
  );
}
