import { type Address, encodeDeployData, encodeFunctionData, maxUint256, parseAbi } from 'viem';
import { erc20Abi } from '../../shared/chain/abi/erc20.ts';
import { BOOK_R12 } from '../../shared/chain/deployments.ts';
import type { SignedOrder } from '../../shared/orders/order.ts';
import { tokenNamed } from './build-order.ts';
import { compileContracts } from './compile.ts';
import type { Devnet } from './devnet.ts';
import { signOrder } from './fill.ts';
import type { Quoting } from './quoting.ts';

const CONTRACT_MAKER: Address = '0x00000000000000000000000000000000000d00ab';

/** Makes this address the only signer of a maker that is a contract. */
export async function setOperator({ client }: Devnet, operator: Address): Promise<void> {
  const { data: bytecode = '0x' } = await client.call({
    data: encodeDeployData({
      abi: parseAbi(['constructor(address operator)']),
      bytecode: (await compileContracts()).ContractMaker ?? '0x',
      args: [operator],
    }),
  });
  await client.setCode({ address: CONTRACT_MAKER, bytecode });
}

/** Returns a funded quote of a maker contract, signed by the devnet's maker. */
export async function contractQuote(devnet: Devnet, quote: Quoting): Promise<SignedOrder> {
  const { maker } = devnet.accounts;
  await setOperator(devnet, maker.address);
  await devnet.fund(CONTRACT_MAKER, { usdc: 10n ** 12n, eth: 10n ** 18n });
  await devnet.impersonate(CONTRACT_MAKER);
  await devnet.send({
    from: CONTRACT_MAKER,
    to: tokenNamed('USDC').address,
    data: encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [BOOK_R12, maxUint256],
    }),
  });
  const { order } = await quote({ maker: CONTRACT_MAKER });
  return signOrder(maker, order);
}
