import { encodeFunctionData } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { erc20Abi } from '../../shared/chain/abi/erc20.ts';
import { BOOK_R12 } from '../../shared/chain/deployments.ts';
import { tokenNamed } from '../devnet/build-order.ts';
import { text, textStart } from '../helpers/screen-texts.ts';
import { startTrader, type Trader } from '../helpers/trader.ts';

const USDC = tokenNamed('USDC').address;

let trader: Trader;

beforeAll(async () => {
  trader = await startTrader();
});
afterAll(async () => trader?.stop());

const allowance = () =>
  trader.world.devnet.client.readContract({
    address: USDC,
    abi: erc20Abi,
    functionName: 'allowance',
    args: [trader.account.address, BOOK_R12],
  });

describe('a fill that fails after its allowance', () => {
  it('the wallet shows the fees that a failed fill cost, and revokes the fill’s allowance after one click and a confirmation', async () => {
    const { devnet } = trader.world;
    const maker = devnet.accounts.maker.address;
    await trader.pick(/^(?=.*USDC)/s, 'ETH put');
    const window = await trader.begin();
    // The maker removes its tokens while the user looks at the allowance.
    await devnet.impersonate(maker);
    const args = [BOOK_R12, 0n] as const;
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args });
    await devnet.send({ from: maker, to: USDC, data });
    await trader.confirm(window);
    const { page } = trader;
    await page.getByTestId('left-allowance').waitFor();
    expect(await page.getByTestId('gas-spent').textContent()).toMatch(
      textStart('progress.gasSpent', { token: 'ETH' }),
    );
    expect(await allowance()).toBeGreaterThan(0n);
    await page.getByRole('button', { name: text('progress.revoke') }).click();
    await trader.confirm(await trader.approval());
    await page.getByText(text('progress.revoked')).waitFor();
    expect(await allowance()).toBe(0n);
  });
});
