import fc from 'fast-check';
import { type Address, encodePacked, type Hex, pad, toHex, zeroAddress } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { expect, it } from 'vitest';
import { explain } from '../../../../../entrypoints/background/approvals/explain/explain.ts';
import { explainSignedOffer } from '../../../../../entrypoints/background/approvals/explain/explain-offer.ts';
import { inspectFill } from '../../../../../entrypoints/background/approvals/explain/inspect-fill.ts';
import type { Rpc } from '../../../../../entrypoints/background/chain/rpc.ts';
import { understandTransaction } from '../../../../../shared/approvals/understand.ts';
import { chainContext } from '../../../../../shared/chain/chain-context.ts';
import {
  BOOK_R12,
  CHAIN_ID,
  FACTORY_R12,
  PRICE_FEEDS,
  TOKENS,
} from '../../../../../shared/chain/deployments.ts';
import { IMPLEMENTATIONS } from '../../../../../shared/chain/implementations.ts';
import { orderTypedData } from '../../../../../shared/orders/eip712.ts';
import type { Order } from '../../../../../shared/orders/order.ts';
import { implementationAt } from '../../../../../shared/orders/products.ts';
import { premiumOf } from '../../../../../shared/orders/sizing.ts';
import { requestCall } from '../../../../../shared/quotations/terms.ts';
import {
  contracts,
  epochMs,
  price8,
  type TokenAmount,
  tokenAmount,
  unixSeconds,
} from '../../../../../shared/units.ts';
import { factoryCall } from '../../../../devnet/rfq-call.ts';
import { requestNode } from '../../../helpers/request-node.ts';

/** The attacker's address, which generated orders may use for any contract. */
const ATTACKER: Address = '0x00000000000000000000000000000000000bad00';
const NOW = unixSeconds(1_800_000_000);
const USER = privateKeyToAccount(toHex(7n, { size: 32 }));
const MAKER = privateKeyToAccount(toHex(8n, { size: 32 }));

const fixed = () => price8(2_590_00000000n);
const word = (address: Address): Hex => pad(address);

const nodeOf = (order: Order, isBuyer: boolean, limit: bigint, isLying: boolean): Rpc =>
  requestNode(order, { isBuyer, limit, isLying, offerEnd: NOW + 60 });

const contractOf = (known: readonly { readonly address: Address }[]) =>
  fc.constantFrom(...known.map(({ address }) => address), ATTACKER);

const orders = fc
  .record({
    implementation: contractOf(IMPLEMENTATIONS.filter(({ revision }) => revision === 'r12')),
    collateral: contractOf(TOKENS.slice(0, 4)),
    priceFeed: contractOf(PRICE_FEEDS.slice(0, 2)),
    strikeCount: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined, freq: 4 }),
    extraOptionData: fc.constantFrom<Hex>(
      '0x',
      '0x01',
      word(ATTACKER),
      ...TOKENS.slice(0, 3).map(({ address }) => word(address)),
    ),
    expiry: fc.constantFrom(NOW - 1, NOW + 86_400),
    // Multiples of a thousand, so that the total is divisible by the contracts.
    price: fc.bigInt({ min: 1n, max: 10n ** 9n }).map((price) => price * 1_000n),
    isLong: fc.boolean(),
  })
  .map(({ strikeCount, expiry, price, ...order }): Order => {
    const fitting = implementationAt(order.implementation)?.product.strikeCount ?? 1;
    const strikes = Array.from({ length: strikeCount ?? fitting }, (_, i) =>
      price8(BigInt(1_000 + 100 * i) * 10n ** 8n),
    );
    return {
      ...order,
      strikes,
      maker: MAKER.address,
      orderExpiryTimestamp: unixSeconds(NOW + 600),
      isCall: implementationAt(order.implementation)?.product.isCall ?? true,
      maxCollateralUsable: tokenAmount(10n ** 30n),
      expiry: unixSeconds(expiry),
      price: price8(price),
      numContracts: contracts(1_000_000n),
    };
  });

interface Shown {
  readonly refusal?: unknown;
  readonly dangers: readonly { readonly code: string }[];
}

function expectNoLess(fill: Shown, other: Shown): void {
  if (other.refusal !== undefined) return;
  expect(fill.refusal).toBeUndefined();
  const codes = other.dangers.map(({ code }) => code);
  for (const { code } of fill.dangers) expect(codes).toContain(code);
}

async function shownCall(data: Hex, rpc: Rpc): Promise<Shown> {
  const found = understandTransaction({ to: FACTORY_R12, value: '0x0', data });
  const deps = {
    rpc,
    context: chainContext(CHAIN_ID, 'ETH'),
    codeAt: async () => 'contract' as const,
    clock: { now: () => epochMs(NOW * 1_000) },
    spotOf: fixed,
    isInFeed: async () => true,
  };
  return explain(deps, found, USER.address);
}

it('shows every danger of a fill for a request or offer with the same terms, unless the wallet refuses the request or offer', async () => {
  await fc.assert(
    fc.asyncProperty(orders, fc.boolean(), async (order, isLying) => {
      const isBuying = !order.isLong;
      const total: TokenAmount = premiumOf(order.price, order.numContracts);
      const ofOwn = nodeOf(order, isBuying, total, isLying);
      const ofOthers = nodeOf(order, !isBuying, total, isLying);
      const signature = await MAKER.signTypedData(orderTypedData(order, BOOK_R12));
      const fill = await inspectFill({
        understanding: {
          kind: 'fill',
          book: BOOK_R12,
          isPinnedBook: true,
          order,
          signature,
          referrer: zeroAddress,
        },
        account: USER.address,
        client: ofOwn,
        now: NOW,
        spotOf: fixed,
        isInFeed: async () => true,
      });
      const terms = {
        ...order,
        requester: USER.address,
        existingOption: undefined,
        contracts: order.numContracts,
        offerEnd: unixSeconds(NOW + 60),
        isBuyer: isBuying,
      };
      const key = encodePacked(['uint8', 'uint256'], [2, 1n]);
      expectNoLess(fill, await shownCall(requestCall(terms, total, key), ofOwn));
      const offer = { id: 1n, amount: total };
      const context = chainContext(CHAIN_ID, 'ETH');
      const deps = { rpc: ofOthers, context, now: NOW, spotOf: fixed };
      expectNoLess(fill, await explainSignedOffer(offer, { ...deps, account: USER.address }));
      const revealed = factoryCall('revealOffer', [1n, total, 7n, USER.address]);
      expectNoLess(fill, await shownCall(revealed, ofOthers));
      const accepted = factoryCall('settleQuotationEarly', [1n, total, 7n, USER.address]);
      const own = nodeOf({ ...order, maker: USER.address }, isBuying, total, isLying);
      expectNoLess(fill, await shownCall(accepted, own));
    }),
    { numRuns: 300 },
  );
}, 60_000);
