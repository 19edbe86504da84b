import type { Address } from 'viem';
import { contractMakerAbi } from '../../../shared/chain/abi/contract-maker.ts';
import { orderDigest } from '../../../shared/orders/eip712.ts';
import type { SignedOrder } from '../../../shared/orders/order.ts';
import {
  type ContractMaker,
  type Verification,
  type VerifyContext,
  verifyOrder,
} from '../../../shared/orders/verify.ts';
import { multicall } from '../chain/reads.ts';
import type { Rpc } from '../chain/rpc.ts';

/** Return value of `isValidSignature` for an accepted signature (EIP-1271). */
const MAGIC = '0x1626ba7e';
/** keccak256 of `OPERATOR_ROLE`, a role in makers' contracts. */
const OPERATOR_ROLE = '0x97667070c54ef182b0f5858b034beac1b6f3089aa2d3188bb1e8929f4fa9b929';

/**
 * Checks a signed order. If the signer isn't the maker, asks the maker's contract: the book accepts
 * the order only if the signer has the operator role (options-protocol.md, section 2.5, step 3). If
 * the contract accepts the signature only by EIP-1271, the refusal has its own reason. If the node
 * doesn't respond, the signature stays refused.
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
  const [contractMaker] = await askMakers(client, [{ signed, signer }]).catch(() => []);
  return contractMaker === undefined
    ? verification
    : verifyOrder(signed, { ...context, contractMaker });
}

/** Asks each maker about the order's signer. Rejects when the node doesn't respond. */
export async function askMakers(
  client: Rpc,
  orders: readonly { readonly signed: SignedOrder; readonly signer: Address }[],
): Promise<ContractMaker[]> {
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
  return orders.map((_, i) => {
    if (answers[2 * i]?.result === true) return 'accepts';
    return answers[2 * i + 1]?.result === MAGIC ? 'signatureOnly' : 'refuses';
  });
}
