import { type Address, toEventSelector, toFunctionSelector } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BOOK_R12, BOOKS } from '../../shared/chain/deployments.ts';
import { IMPLEMENTATIONS } from '../../shared/chain/implementations.ts';
import events from '../vectors/events.json' with { type: 'json' };
import { optionAbi, optionBookAbi, rangerOptionAbi } from './abi/full.ts';
import { type Devnet, startDevnet } from './devnet.ts';

const OPTIONS = IMPLEMENTATIONS.filter(
  ({ revision, product }) => revision === 'r12' && product !== 'CALL_LOAN',
);
const ranger = OPTIONS.filter(({ product }) => product === 'RANGER');

describe('the contracts on the devnet', () => {
  let devnet: Devnet;
  beforeAll(async () => {
    devnet = await startDevnet();
  });
  afterAll(async () => devnet?.stop());

  const codeOf = async (address: Address) => (await devnet.client.getCode({ address })) ?? '0x';

  /** The compiler may shorten a selector that begins with a zero byte. */
  const holds = (code: string, selector: string) =>
    code.includes(selector.slice(2).replace(/^(00)+/, ''));

  const functions = [
    ...BOOKS.filter(({ revision }) => revision === 'r12' || revision === 'r10').map(
      ({ address, revision }) => ({ name: `book ${revision}`, address, abi: optionBookAbi }),
    ),
    ...OPTIONS.map(({ address, product }) => ({ name: product, address, abi: optionAbi })),
    ...ranger.map(({ address }) => ({ name: 'ranger', address, abi: rangerOptionAbi })),
  ];

  test.each(functions)(
    'the devnet’s contract at the canonical address of $name implements every deployed function',
    async ({ address, abi }) => {
      const code = await codeOf(address);
      const missing = abi.flatMap((item) =>
        item.type === 'function' && !holds(code, toFunctionSelector(item)) ? [item.name] : [],
      );
      expect(missing).toEqual([]);
    },
  );

  const current = events.filter((event) => !('legacy' in event));
  test.each(current)(
    'the devnet’s contracts contain the topic of $signature of $contract if they can emit the event',
    async ({ contract, signature, topic0, name }) => {
      expect(toEventSelector(signature)).toBe(topic0);
      // The standard declares this event, but the contract's domain never changes.
      if (name === 'EIP712DomainChanged') return;
      const addresses = contract.startsWith('OptionBook')
        ? [BOOK_R12]
        : OPTIONS.map(({ address }) => address);
      for (const address of addresses)
        expect(holds(await codeOf(address), topic0), address).toBe(true);
    },
  );
});
