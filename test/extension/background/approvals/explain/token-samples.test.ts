import { encodeFunctionData, erc20Abi, type Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { explain } from '../../../../../entrypoints/background/approvals/explain/explain.ts';
import type { ExplainDeps } from '../../../../../entrypoints/background/approvals/explain/finder.ts';
import { tokensWithin } from '../../../../../entrypoints/background/approvals/explain/named-tokens.ts';
import { understandTransaction } from '../../../../../shared/approvals/understand.ts';
import { BUILT_IN_NETWORKS } from '../../../../../shared/chain/built-in-networks.ts';
import { chainContext, UNLIMITED } from '../../../../../shared/chain/chain-context.ts';
import { CHAIN_ID, TOKENS } from '../../../../../shared/chain/deployments.ts';
import { listedTokens } from '../../../../../shared/chain/token-list.ts';
import { createFakeClock } from '../../../../helpers/fake-world.ts';
import { patientNames } from '../../../helpers/token-names.ts';
import { tokenNode } from '../../../helpers/token-node.ts';
import { SIGNER, shownTypedData } from '../../../helpers/typed-data.ts';
import { worded } from '../../../helpers/worded.ts';

const FOO = '0x7000000000000000000000000000000000000001';
const FAKE = '0x7000000000000000000000000000000000000002';
const SILENT = '0x7000000000000000000000000000000000000003';
const OTHER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const NETWORKS = [
  { name: 'Base', chainId: CHAIN_ID, symbol: 'ETH' },
  ...BUILT_IN_NETWORKS.map(({ name, chainId, symbol }) => ({ name, chainId, symbol })),
];

const node = tokenNode((address) => {
  if (address === SILENT) return { symbol: undefined, decimals: undefined };
  return { symbol: address === FOO ? 'FOO' : 'USDC', decimals: 6n };
});

describe.each(NETWORKS)('a token on $name', ({ chainId, symbol: coin }) => {
  const tokens = [...listedTokens(chainId), ...(chainId === CHAIN_ID ? TOKENS : [])];
  const usdc = tokens.find(({ symbol }) => symbol === 'USDC')?.address ?? '0x';

  async function callOn(to: Hex, functionName: 'transfer' | 'approve', amount: bigint) {
    const data = encodeFunctionData({ abi: erc20Abi, functionName, args: [OTHER, amount] });
    const found = understandTransaction({ to, value: '0x0', data }, chainId);
    const names = patientNames();
    const deps: ExplainDeps = {
      rpc: node,
      context: chainContext(chainId, coin, names.known(chainId)),
      codeAt: async () => 'contract',
      named: names.read(node, chainId, tokensWithin(found)),
      clock: createFakeClock(),
      spotOf: () => undefined,
      isInFeed: async () => undefined,
    };
    return worded(await explain(deps, found, SIGNER));
  }

  async function permitOf(verifyingContract: Hex) {
    const uint = (name: string) => ({ name, type: 'uint256' });
    const types = {
      EIP712Domain: [uint('chainId'), { name: 'verifyingContract', type: 'address' }],
      Permit: [
        { name: 'owner', type: 'address' },
        { name: 'spender', type: 'address' },
        ...[uint('value'), uint('nonce'), uint('deadline')],
      ],
    };
    const message = {
      ...{ owner: SIGNER, spender: OTHER, value: '2500000', nonce: '0', deadline: '1900000000' },
    };
    const names = patientNames();
    return shownTypedData(
      { types, primaryType: 'Permit', domain: { chainId, verifyingContract }, message },
      {
        ...{ chainId, coin },
        async readNames(asked) {
          await names.read(node, chainId, asked);
          return names.known(chainId);
        },
      },
    );
  }

  it('shows the listed name of USDC in a transfer and in a permit', async () => {
    const { sentence, checks } = await callOn(usdc, 'transfer', 2_500_000n);
    expect(sentence).toContain('2.5 USDC to');
    expect(checks.filter(({ label }) => label.startsWith('Token'))).toEqual([]);
    expect((await permitOf(usdc)).sentence).toContain('2.5 USDC');
  });

  it('puts a name in quotation marks, and adds a warning, when only the token’s own contract claims that name', async () => {
    const sent = await callOn(FOO, 'transfer', 2_500_000n);
    expect(sent.sentence).toContain('2.5 “FOO” (0x7000…0001) to');
    expect(sent.leaves).toMatchObject([{ amount: '2.5', symbol: '“FOO”' }]);
    const warning = { label: 'Token 0x7000…0001', status: 'warned' };
    const claim = expect.stringContaining('calls itself “FOO” and claims 6 decimals');
    expect(sent.checks).toContainEqual({ ...warning, detail: claim, full: FOO });
    const allowed = await callOn(FOO, 'approve', 2_500_000n);
    expect(allowed.sentence).toContain('2.5 “FOO” (0x7000…0001)');
    expect(allowed.allowance).toMatchObject({ symbol: 'FOO', decimals: 6 });
    expect(allowed.danger).toContain('2.5 “FOO” (0x7000…0001)');
    const all = await callOn(FOO, 'approve', UNLIMITED);
    expect(all.sentence).toContain('all your “FOO” (0x7000…0001)');
    const permit = await permitOf(FOO);
    expect(permit.sentence).toContain('2.5 “FOO” (0x7000…0001)');
    expect(permit.checks).toContainEqual({ ...warning, detail: claim, full: FOO });
  });

  it('shows no name and a failed check for a sample token that imitates USDC', async () => {
    for (const shown of [await callOn(FAKE, 'transfer', 2_500_000n), await permitOf(FAKE)]) {
      expect(shown.sentence).toContain('2,500,000 units of 0x7000…0002');
      expect(shown.checks[0]).toMatchObject({ status: 'failed' });
      expect(shown.checks[0]?.detail).toContain('This isn’t USDC.');
    }
  });

  it('shows base units for a sample whose contract doesn’t answer', async () => {
    for (const shown of [await callOn(SILENT, 'transfer', 2_500_000n), await permitOf(SILENT)]) {
      expect(shown.sentence).toContain('2,500,000 units of 0x7000…0003');
      expect(shown.checks.map(({ label }) => label).join()).not.toContain('Token');
    }
  });
});
