import { type Address, type Hex, keccak256 } from 'viem';
import { utf8 } from '../../../shared/bytes.ts';
import { contractMakerAbi } from '../../../shared/chain/abi/contract-maker.ts';
import { orderDigest } from '../../../shared/orders/eip712.ts';
import type { SignedOrder } from '../../../shared/orders/order.ts';
import { type Verification, verifyOrder } from '../../../shared/orders/verify.ts';
import type { UnixSeconds } from '../../../shared/units.ts';
import { multicall } from '../chain/reads.ts';
import type { Rpc } from '../chain/rpc.ts';

/** What `isValidSignature` answers for a signature that it accepts (EIP-1271). */
const MAGIC = '0x1626ba7e';

/**
 * Checks a signed order, and asks the maker where its signer is somebody else: the book takes an order
 * of a contract when that grants the signer its operator role (reference 2.5, step 3); a contract that
 * accepts the signature by EIP-1271 is taken too, and what the book thinks of it shows in the
 * simulation. A node that does not answer leaves the signature refused.
 */
export async function verifyWithMaker(
  client: Rpc,
  signed: SignedOrder,
  now: UnixSeconds,
): Promise<Verification> {
  const verification = verifyOrder(signed, { now });
  const { signer, checks } = verification;
  const isForeign = checks.some(
    (found) => found.status === 'failed' && found.reason === 'not-the-maker',
  );
  if (!isForeign || signer === undefined) return verification;
  const contractMaker = await askMaker(client, signed, signer).catch(() => undefined);
  return contractMaker === undefined ? verification : verifyOrder(signed, { now, contractMaker });
}

async function askMaker(
  client: Rpc,
  { order, signature, optionBookAddress }: SignedOrder,
  signer: Address,
): Promise<'accepts' | 'refuses'> {
  const maker = { address: order.maker, abi: contractMakerAbi } as const;
  const role: Hex = keccak256(utf8('OPERATOR_ROLE'));
  const digest = orderDigest(order, optionBookAddress);
  const [operator, valid] = await multicall(client, {
    contracts: [
      { ...maker, functionName: 'hasRole', args: [role, signer] },
      { ...maker, functionName: 'isValidSignature', args: [digest, signature] },
    ],
  });
  return operator.result === true || valid.result === MAGIC ? 'accepts' : 'refuses';
}
