import type { Address } from 'viem';
import { contractMakerAbi } from '../../../shared/chain/abi/contract-maker.ts';
import { orderDigest } from '../../../shared/orders/eip712.ts';
import type { SignedOrder } from '../../../shared/orders/order.ts';
import {
  type Verification,
  type VerifyContext,
  verifyOrder,
} from '../../../shared/orders/verify.ts';
import { multicall } from '../chain/reads.ts';
import type { Rpc } from '../chain/rpc.ts';

/** What `isValidSignature` answers for a signature that it accepts (EIP-1271). */
const MAGIC = '0x1626ba7e';
/** keccak256 of `OPERATOR_ROLE`, the role's name on makers' contracts. */
const OPERATOR_ROLE = '0x97667070c54ef182b0f5858b034beac1b6f3089aa2d3188bb1e8929f4fa9b929';

/**
 * Checks a signed order, and asks the maker where its signer is somebody else: the book takes an order
 * of a contract when that grants the signer its operator role (reference 2.5, step 3); a contract that
 * accepts the signature by EIP-1271 is taken too, and what the book thinks of it shows in the
 * simulation. A node that does not answer leaves the signature refused.
 */
export async function verifyWithMaker(
  client: Rpc,
  signed: SignedOrder,
  context: Pick<VerifyContext, 'now' | 'books'>,
): Promise<Verification> {
  const verification = verifyOrder(signed, context);
  const { signer, checks } = verification;
  const isForeign = checks.some(
    (found) => found.status === 'failed' && found.reason === 'not-the-maker',
  );
  if (!isForeign || signer === undefined) return verification;
  const [isAccepted] = await acceptedByMakers(client, [{ signed, signer }]).catch(() => []);
  return isAccepted === true
    ? verifyOrder(signed, { ...context, contractMaker: 'accepts' })
    : verification;
}

/** Whether each maker lets the order's signer sign for it. Rejects when the node does not answer. */
export async function acceptedByMakers(
  client: Rpc,
  orders: readonly { readonly signed: SignedOrder; readonly signer: Address }[],
): Promise<boolean[]> {
  const answers = await multicall(client, {
    contracts: orders.flatMap(({ signed: { order, signature, optionBookAddress }, signer }) => {
      const maker = { address: order.maker, abi: contractMakerAbi } as const;
      const digest = orderDigest(order, optionBookAddress);
      return [
        { ...maker, functionName: 'hasRole', args: [OPERATOR_ROLE, signer] } as const,
        { ...maker, functionName: 'isValidSignature', args: [digest, signature] } as const,
      ];
    }),
  });
  return orders.map(
    (_, i) => answers[2 * i]?.result === true || answers[2 * i + 1]?.result === MAGIC,
  );
}
