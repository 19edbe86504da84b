import { checksumAddress, zeroAddress } from 'viem';
import { bookIdentityAbi, implementationAbi } from '../../../shared/chain/abi/book-identity.ts';
import { BOOK_R12, type ProductName } from '../../../shared/chain/deployments.ts';
import {
  type BookProblem,
  type ChecksummedBook,
  checksummed,
  type TrustedBook,
} from '../../../shared/chain/trusted-book.ts';
import { orderTuple } from '../../../shared/orders/calldata.ts';
import { orderDigest } from '../../../shared/orders/eip712.ts';
import { computeNonce } from '../../../shared/orders/nonce.ts';
import type { Order } from '../../../shared/orders/order.ts';
import { requiredCollateral } from '../../../shared/orders/payoff.ts';
import { product } from '../../../shared/orders/products.ts';
import { termsOf } from '../../../shared/orders/terms.ts';
import { contracts, price8, tokenAmount, unixSeconds } from '../../../shared/units.ts';
import { getCode, multicall } from '../chain/reads.ts';
import type { Rpc } from '../chain/rpc.ts';

/**
 * Checks a book before it can be trusted: the book and its option contracts have code, the book
 * hashes an order as we do (which covers its EIP-712 domain), and each option contract locks the
 * collateral of its product. This doesn't prove that the contracts are honest. Rejects when the
 * node doesn't respond.
 */
export async function checkBook(client: Rpc, typed: TrustedBook): Promise<BookProblem[]> {
  const form = formProblems(typed);
  if (form.length > 0) return form;
  const book = checksummed(typed);
  const addresses = [
    book.address,
    ...(book.factory === undefined ? [] : [book.factory]),
    ...book.implementations.map(({ address }) => address),
  ];
  const codes = await Promise.all(addresses.map((address) => getCode(client, { address })));
  const empty = addresses.filter((_, i) => codes[i] === '0x');
  if (empty.length > 0) return empty.map((address) => ({ kind: 'no code', address }));
  const problems = await Promise.all([
    identityProblems(client, book),
    productProblems(client, book),
  ]);
  return problems.flat();
}

function formProblems({ address, factory, implementations }: TrustedBook): BookProblem[] {
  const all = [address, ...(factory === undefined ? [] : [factory])];
  const options = implementations.map((one) => one.address);
  const isRepeated = (one: string, at: number) =>
    options.findIndex((other) => other.toLowerCase() === one.toLowerCase()) !== at;
  return [
    ...(address.toLowerCase() === BOOK_R12.toLowerCase() ? [{ kind: 'built in' } as const] : []),
    ...[...all, ...options]
      .filter((one) => !hasChecksum(one))
      .map((one) => ({ kind: 'checksum', address: one }) as const),
    ...options.filter(isRepeated).map((one) => ({ kind: 'repeated', address: one }) as const),
  ];
}

/** Lower-case addresses have no checksum; mixed-case ones must have the right one. */
function hasChecksum(address: string): boolean {
  const digits = address.slice(2);
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return true;
  return checksumAddress(`0x${digits.toLowerCase()}`) === address;
}

/** Strikes that fit every product with this number of strikes. */
function sampleStrikes(name: ProductName) {
  return Array.from({ length: product(name).strikeCount }, (_, i) =>
    price8(BigInt(2_000 + 100 * i) * 10n ** 8n),
  );
}

function sampleOrder(book: ChecksummedBook): Order {
  const [first] = book.implementations;
  return {
    maker: book.address,
    orderExpiryTimestamp: unixSeconds(1_800_000_000),
    collateral: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    isCall: false,
    priceFeed: '0x71041dddad3595F9CEd3DcCFBe3D1F4b0a16Bb70',
    implementation: first?.address ?? zeroAddress,
    isLong: false,
    maxCollateralUsable: tokenAmount(1_000_000_000n),
    strikes: first === undefined ? [] : sampleStrikes(first.product),
    expiry: unixSeconds(1_800_086_400),
    price: price8(4_000_000_000n),
    numContracts: contracts(1_000_000n),
    extraOptionData: '0x',
  };
}

async function identityProblems(client: Rpc, book: ChecksummedBook): Promise<BookProblem[]> {
  const order = sampleOrder(book);
  const nonce = computeNonce(order);
  const contract = { address: book.address, abi: bookIdentityAbi } as const;
  const [hash, derived, filled] = await multicall(client, {
    contracts: [
      { ...contract, functionName: 'hashOrder', args: [orderTuple(order)] },
      { ...contract, functionName: 'computeNonce', args: [orderTuple(order)] },
      { ...contract, functionName: 'amountFilled', args: [nonce] },
    ],
  });
  const isBook =
    hash.result === orderDigest(order, contract.address) &&
    derived.result === nonce &&
    filled.status === 'success';
  return isBook ? [] : [{ kind: 'not a book' }];
}

async function productProblems(client: Rpc, book: ChecksummedBook): Promise<BookProblem[]> {
  const samples = book.implementations.map(({ address, product: name }) => {
    const strikes = sampleStrikes(name);
    return { address, strikes, terms: termsOf(name, strikes), one: contracts(10n ** 12n) };
  });
  const answers = await multicall(client, {
    contracts: samples.map(({ address, strikes, one }) => ({
      address: address,
      abi: implementationAbi,
      functionName: 'calculateRequiredCollateral' as const,
      args: [strikes, one] as const,
    })),
  });
  return samples.flatMap(({ address, terms, one }, i) => {
    const locked = answers[i]?.result;
    if (terms === undefined || locked === undefined) return [{ kind: 'other product', address }];
    const difference = locked - requiredCollateral({ terms, contracts: one });
    // The rounding direction of deployed contracts isn't known.
    const isSame = difference >= -1n && difference <= 1n;
    return isSame ? [] : [{ kind: 'other product', address }];
  });
}
