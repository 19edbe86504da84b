import { readFileSync } from 'node:fs';
import {
  type AbiEvent,
  type Address,
  encodeAbiParameters,
  encodeEventTopics,
  type Hex,
  keccak256,
  stringToHex,
} from 'viem';
import { BOOK_R12, FACTORY_R12 } from '../../../shared/chain/deployments.ts';
import type { EventLog } from '../../../shared/positions/event-log.ts';
import { optionFactoryAbi } from '../../devnet/abi/full.ts';

interface RecordedEvent {
  readonly contract: string;
  readonly name: string;
  readonly topic0: Hex;
  readonly inputs: AbiEvent['inputs'];
}

/** The event shapes of all revisions, as recorded from the deployed contracts. */
export const RECORDED_EVENTS: readonly RecordedEvent[] = JSON.parse(
  readFileSync(new URL('../../vectors/events.json', import.meta.url), 'utf8'),
);

export const BOOK = BOOK_R12.toLowerCase() as Address;
export const FACTORY = FACTORY_R12.toLowerCase() as Address;
export const BUYER: Address = `0x${'b1'.repeat(20)}`;
export const SELLER: Address = `0x${'5e'.repeat(20)}`;
export const REFERRER: Address = `0x${'4e'.repeat(20)}`;
export const OTHER: Address = `0x${'07'.repeat(20)}`;
export const USDC: Address = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913';
const BTC_FEED: Address = '0x64c911996d3c6ac71f9b455b1e8e7266bcbd848f';
export const PUT_R12: Address = '0x7355eb92dfb0503db558a70c10843618932ab290';

export function optionAddress(n: number): Address {
  return `0x${keccak256(stringToHex(`option ${n}`)).slice(26)}`;
}

/** Encodes a log of a recorded event; `revision` selects one of several shapes. */
export function encodeLog(
  emitter: Address,
  name: string,
  values: Readonly<Record<string, unknown>>,
  revision = '',
): EventLog {
  const found = RECORDED_EVENTS.find(
    (event) => event.name === name && event.contract.includes(revision),
  );
  const fromFactory = optionFactoryAbi.find((item) => item.type === 'event' && item.name === name);
  const inputs = found?.inputs ?? (fromFactory as unknown as AbiEvent | undefined)?.inputs;
  if (inputs === undefined) throw new Error(`no event ${name} ${revision}`);
  const abi = [{ type: 'event', name, inputs }] as const;
  const plain = inputs.filter((input) => !input.indexed);
  const encoding = { abi, eventName: name, args: values };
  const topics: readonly unknown[] = encodeEventTopics(
    encoding as Parameters<typeof encodeEventTopics>[0],
  );
  return {
    address: emitter,
    topics: topics.map(String) as Hex[],
    data: encodeAbiParameters(plain, plain.map((input) => values[input.name ?? '']) as never),
  };
}

/**
 * Returns the `OptionInitialized` event of a BTC put in r12: one contract with strike 79000, and
 * 79000 USDC locked.
 */
export function initialized(
  option: Address,
  changes: Readonly<Record<string, unknown>> = {},
): EventLog {
  return encodeLog(
    option,
    'OptionInitialized',
    {
      buyer: BUYER,
      seller: SELLER,
      createdBy: BOOK,
      optionType: 257n,
      collateralToken: USDC,
      priceFeed: BTC_FEED,
      strikes: [7_900_000_000_000n],
      expiryTimestamp: 1_788_595_200n,
      numContracts: 1_000_000n,
      collateralAmount: 79_000_000_000n,
      extraOptionData: '0x',
      ...changes,
    },
    'r12',
  );
}

/** Returns `OrderFilled` of r12 with a premium of 80.853461 and a fee of 1.25. */
export function filled(
  option: Address,
  changes: Readonly<Record<string, unknown>> = {},
  emitter: Address = BOOK,
): EventLog {
  return encodeLog(
    emitter,
    'OrderFilled',
    {
      nonce: 1n,
      buyer: BUYER,
      seller: SELLER,
      optionAddress: option,
      premiumAmount: 80_853_461n,
      feeCollected: 1_250_000n,
      referrer: REFERRER,
      referralFeePaid: 625_000n,
      sellerWasMaker: true,
      ...changes,
    },
    'r12',
  );
}
