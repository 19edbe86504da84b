import { inspect } from 'node:util';
import { type Address, encodeFunctionData, type LocalAccount, maxUint256 } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FACTORY_R12 } from '../../shared/chain/deployments.ts';
import { contracts } from '../../shared/units.ts';
import { everyNth } from '../belts.ts';
import { optionAbi, optionFactoryAbi } from './abi/full.ts';
import { approve, fillOrder, sendFrom } from './fill.ts';
import { USDC } from './market-fixture.ts';
import { seededRandom } from './random-walk.ts';
import {
  type Behaviour,
  errorOf,
  type RfqMarket,
  setBehaviour,
  setBlacklisted,
  settledOption,
  startRfqMarket,
} from './rfq-fixture.ts';

const random = seededRandom(23);
const KINDS = [
  'honest',
  'honest',
  'honest',
  'signed by another',
  'replayed',
  'never revealed',
  'withdrawn',
  'revealed lower',
  'late',
] as const;
const STRIKE = 2_500n;
const PRICE = 2_590_00000000n;

const AUCTIONS = everyNth(
  4,
  Array.from({ length: 200 }, () => draw()),
);

interface OfferPlan {
  readonly kind: (typeof KINDS)[number];
  /** Index of one of the three makers. The first maker has the other side of existing options. */
  readonly maker: number;
  readonly amount: bigint;
}

interface Plan {
  readonly isLong: boolean;
  /** True if the request is about an option of the book that the requester already holds. */
  readonly isExisting: boolean;
  readonly isLimitOrder: boolean;
  readonly size: bigint;
  readonly reserve: bigint;
  readonly offers: readonly OfferPlan[];
  readonly end: 'accept' | 'cancel' | 'cancel in the reveal' | 'settle';
  /** True if the requester transfers the option during the auction. */
  readonly isMoved: boolean;
  /** True if the token refuses transfers to the requester at the end. */
  readonly isRefused: boolean;
  readonly behaviour: Partial<Behaviour>;
}

function draw(): Plan {
  const one = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const amount = (from: number, to: number) => BigInt(Math.floor(from + random() * (to - from)));
  const isExisting = random() < 0.5;
  const isLong = random() < 0.5;
  const reserve = amount(1, 100_000000);
  return {
    isLong,
    isExisting,
    isLimitOrder: random() < 0.3,
    size: amount(1_000, 3_000000),
    reserve,
    offers: [0, 1, 2]
      .filter(() => random() < 0.7)
      .map((maker) => ({
        maker,
        kind: one(KINDS),
        amount: (reserve * amount(60, 140)) / 100n,
      })),
    end: one(['accept', 'settle', 'settle', 'settle', 'cancel', 'cancel in the reveal']),
    isMoved: isExisting && random() < 0.3,
    // If the token refused a seller's transfers, the seller couldn't deliver the collateral of a
    // new option.
    isRefused: (isExisting || isLong) && random() < 0.2,
    behaviour: {
      allowsSameParty: random() < 0.5,
      keepsSellerCollateral: random() < 0.5,
      refusesCancelWithWinner: random() < 0.5,
      endsLimitOrders: random() < 0.5,
      endsAsSettled: random() < 0.5,
    },
  };
}

/** The balance changes that the test expects for each party. */
class Ledger {
  readonly changes = new Map<Address, bigint>();
  fees = 0n;
  claims = 0n;

  move(account: Address, amount: bigint): void {
    this.changes.set(account, (this.changes.get(account) ?? 0n) + amount);
  }
}

let market: RfqMarket;
let makers: readonly LocalAccount[];
const ledger = new Ledger();
/** Outcomes and refusals that occurred in the test. */
const outcomes = new Set<string>();

beforeAll(async () => {
  market = await startRfqMarket();
  const { devnet, maker, other } = market;
  const third = devnet.accounts.takers[2];
  makers = [maker, other, third];
  await devnet.fund(third.address, { usdc: 10n ** 12n });
  await approve(devnet, third, { token: USDC.address, amount: maxUint256, spender: FACTORY_R12 });
});
afterAll(async () => market?.stop());

async function expectError(call: Promise<unknown>, error: string): Promise<void> {
  expect(await errorOf(call)).toBe(error);
  outcomes.add(error);
}

const readFactory = (functionName: 'pendingFees' | 'totalClaimableTransfers') =>
  market.devnet.client.readContract({
    address: FACTORY_R12,
    abi: optionFactoryAbi,
    functionName,
    args: [USDC.address],
  });

const holderOf = (address: Address, functionName: 'buyer' | 'seller') =>
  market.devnet.client.readContract({ address, abi: optionAbi, functionName });

/** Creates the option whose side the requester gives up: from the book, or by a request. */
async function makeOption({ isLong, size }: Plan): Promise<Address> {
  const { devnet, maker, taker, quote, ask, offer, send } = market;
  if (!isLong) {
    const signed = await quote();
    const fill = await fillOrder(devnet, { signed, taker, numContracts: contracts(size) });
    return fill.optionAddress;
  }
  const { id } = await ask(
    { isRequestingLongPosition: false, numContracts: size },
    { reserve: 0n },
  );
  const nonce = await offer(id, 1n);
  const receipt = await send(taker, 'settleQuotationEarly', [id, 1n, nonce, maker.address]);
  return settledOption(receipt);
}

/** Runs one auction, and records its expected movements in the ledger. */
async function run(plan: Plan): Promise<void> {
  const { devnet, taker, ask, offer, send, balance } = market;
  const { isLong, reserve, size, behaviour } = plan;
  await setBehaviour(devnet, {});
  const existing = plan.isExisting ? await makeOption(plan) : undefined;
  await setBehaviour(devnet, behaviour);
  const parties = [taker, ...makers].map(({ address }) => address);
  const before = new Map<Address, bigint>();
  for (const party of parties) before.set(party, await balance(party));
  ledger.changes.clear();
  ledger.fees = await readFactory('pendingFees');
  const asked = await ask(
    {
      ...(existing === undefined ? { numContracts: size } : await market.termsOf(existing)),
      isRequestingLongPosition: isLong,
      convertToLimitOrder: plan.isLimitOrder,
    },
    { reserve },
  );
  const { id, offerEnd } = asked;
  if (isLong) ledger.move(taker.address, -reserve);
  const collateral = size * STRIKE;

  const toRequester = (amount: bigint) => {
    if (plan.isRefused) ledger.claims += amount;
    else ledger.move(taker.address, amount);
  };
  const giveBack = () => toRequester(isLong ? reserve : 0n);
  const trade = (winner: Address, premium: bigint) => {
    if (plan.isMoved) return giveBack();
    const ofNotional = (size * 6n * PRICE) / 10n ** 12n;
    const ofPremium = (premium * 125n) / 1000n;
    const fee = ofNotional < ofPremium ? ofNotional : ofPremium;
    ledger.fees += fee;
    if (isLong) {
      toRequester(reserve - premium);
      ledger.move(winner, premium - fee);
      if (existing !== undefined && behaviour.keepsSellerCollateral === true) return;
      ledger.move(winner, -collateral);
      if (existing !== undefined) toRequester(collateral);
    } else {
      ledger.move(winner, -premium);
      toRequester(premium - fee);
      if (existing === undefined) ledger.move(taker.address, -collateral);
    }
  };

  const nonces = new Map<OfferPlan, bigint>();
  for (const made of plan.offers) {
    const from = makers[made.maker] as LocalAccount;
    nonces.set(
      made,
      await offer(id, made.amount, from, {
        ...(made.kind === 'signed by another' ? { signer: taker } : {}),
        ...(made.kind === 'replayed' ? { signedId: id + 1n } : {}),
      }),
    );
    if (made.kind === 'withdrawn') await send(from, 'cancelOfferForQuotation', [id]);
  }
  const argsOf = (made: OfferPlan) => {
    const amount = made.kind === 'revealed lower' ? made.amount - 1n : made.amount;
    const offeror = makers[made.maker]?.address ?? '0x';
    return [id, amount, nonces.get(made) ?? 0n, offeror] as const;
  };
  const expectedError = ({ kind, maker, amount }: OfferPlan, best: bigint, isFirst: boolean) => {
    if (kind === 'withdrawn') return 'NoOfferMade';
    const isForged = ['signed by another', 'replayed', 'revealed lower'].includes(kind);
    if (isForged) return 'InvalidSignature';
    if (existing !== undefined && maker === 0 && !behaviour.allowsSameParty)
      return 'OptionOwnedBySameParty';
    const isBetter = isLong ? amount < best : amount > best;
    return isBetter || (isFirst && amount === best) ? 'none' : 'OfferNotCompetitive';
  };

  const last = async () => {
    if (existing !== undefined && plan.isMoved)
      await sendFrom(devnet, taker, {
        to: existing,
        data: encodeFunctionData({
          abi: optionAbi,
          functionName: 'transfer',
          args: [!isLong, devnet.accounts.referrer.address],
        }),
      });
    if (plan.isRefused) await setBlacklisted(devnet, taker.address, true);
  };
  const cancel = async () => {
    await send(taker, 'cancelQuotation', [id]);
    giveBack();
  };

  let winner: Address | undefined;
  if (plan.end === 'accept' || plan.end === 'cancel') {
    await last();
    const [chosen] = plan.end === 'accept' ? plan.offers : [];
    const error = chosen === undefined ? 'none' : expectedError(chosen, reserve, true);
    if (chosen !== undefined)
      await expectError(send(taker, 'settleQuotationEarly', argsOf(chosen)), error);
    if (chosen !== undefined && error === 'none') {
      winner = makers[chosen.maker]?.address ?? '0x';
      trade(winner, chosen.amount);
    } else await cancel();
  } else {
    await devnet.advanceTo(offerEnd + 1);
    let best = reserve;
    for (const made of plan.offers) {
      if (made.kind === 'never revealed' || made.kind === 'late') continue;
      const error = expectedError(made, best, winner === undefined);
      const args = argsOf(made);
      await expectError(send(makers[2] ?? taker, 'revealOffer', args), error);
      if (error === 'none') [winner, best] = [args[3], made.amount];
    }
    await last();
    const isBound = winner !== undefined && behaviour.refusesCancelWithWinner === true;
    const isCancelled = plan.end === 'cancel in the reveal' && !isBound;
    if (isCancelled) {
      winner = undefined;
      await cancel();
    } else {
      if (plan.end === 'cancel in the reveal')
        await expectError(send(taker, 'cancelQuotation', [id]), 'OfferPeriodEnded');
      await devnet.advanceTo(offerEnd + 61);
      for (const made of plan.offers.filter(({ kind }) => kind === 'late'))
        await expectError(send(taker, 'revealOffer', argsOf(made)), 'RevealPeriodEnded');
      const settler = makers[2] as LocalAccount;
      if (winner === undefined && plan.isLimitOrder && !behaviour.endsLimitOrders)
        winner = settler.address;
      await send(settler, 'settleQuotation', [id]);
      if (winner === undefined) giveBack();
      else trade(winner, best);
    }
  }

  if (plan.isRefused) await setBlacklisted(devnet, taker.address, false);
  for (const party of parties)
    expect((await balance(party)) - (before.get(party) ?? 0n), party).toBe(
      ledger.changes.get(party) ?? 0n,
    );
  expect(await readFactory('pendingFees')).toBe(ledger.fees);
  expect(await readFactory('totalClaimableTransfers')).toBe(ledger.claims);
  expect(await balance(FACTORY_R12)).toBe(ledger.fees + ledger.claims);
  const { optionContract: option, isActive } = await market.stateOf(id);
  expect(isActive).toBe(false);
  outcomes.add(winner === undefined ? 'returned' : plan.isMoved ? 'moved' : 'traded');
  const isTraded = winner !== undefined && !plan.isMoved;
  if (isTraded) {
    expect(await holderOf(option, isLong ? 'seller' : 'buyer')).toBe(winner);
    expect(await balance(option)).toBe(collateral);
  } else if (existing !== undefined) {
    const holder = plan.isMoved ? devnet.accounts.referrer.address : taker.address;
    expect(await holderOf(existing, isLong ? 'seller' : 'buyer')).toBe(holder);
    expect(await balance(existing)).toBe(collateral);
  }
}

test('random auctions pay out exactly their deposits and leave nothing in the factory', async () => {
  const { devnet, taker, send, balance } = market;
  for (const [n, plan] of AUCTIONS.entries())
    await run(plan).catch((error: unknown) => {
      throw new Error(`Auction ${n}: ${inspect(plan)}`, { cause: error });
    });
  if (ledger.claims > 0n) await send(taker, 'claimEscrowedFunds', [USDC.address]);
  await send(devnet.accounts.deployer, 'withdrawFees', [USDC.address, []]);
  expect(await balance(FACTORY_R12)).toBe(0n);
  expect([...outcomes].sort()).toEqual([
    'InvalidSignature',
    'NoOfferMade',
    'OfferNotCompetitive',
    'OfferPeriodEnded',
    'OptionOwnedBySameParty',
    'RevealPeriodEnded',
    'moved',
    'none',
    'returned',
    'traded',
  ]);
});
