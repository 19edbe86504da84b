import { type Address, decodeFunctionResult, encodeFunctionData, type Hex } from 'viem';
import { optionAbi } from '../../../shared/chain/abi/option.ts';
import { optionFactoryAbi } from '../../../shared/chain/abi/option-factory.ts';
import { type ChainNode, ChainNodeError } from '../../../shared/chain/logs/chain-node.ts';
import type { QuotationTerms } from '../../../shared/positions/quotation.ts';
import type { PositionRecord } from '../../../shared/positions/record.ts';
import {
  contracts,
  price8,
  tokenAmount,
  type UnixSeconds,
  unixSeconds,
} from '../../../shared/units.ts';
import { multicallStrangers, type Read } from '../../chain/multicall.ts';
import type { Nodes } from '../../chain/nodes.ts';
import type { Amendment, QuotationAmendment } from '../storing/amend.ts';
import { positionOf } from '../storing/position-row.ts';
import { quotationOf, quotationRowOf, TERMS } from '../storing/quotation-row.ts';
import type { QuotationRow, StoredPosition } from '../storing/row-schemas.ts';
import type { IndexerStore } from '../storing/store.ts';
import { type ReportUnreadable, readableRows } from '../storing/unreadable.ts';

const POSITIONS_AT_ONCE = 400;
const QUOTATIONS_AT_ONCE = 100;
/** Column value for an option that doesn't return its implementation. */
const NO_IMPLEMENTATION = 'unknown';

interface EnrichDeps {
  readonly nodes: Nodes;
  readonly store: IndexerStore;
  readonly report: ReportUnreadable;
}

/**
 * Reads facts that events don't contain: options' implementations, requests' terms, and the terms
 * of options whose first event has an unknown form. Returns true if there may be more facts to
 * read.
 */
export async function enrich({ nodes, store, report }: EnrichDeps): Promise<boolean> {
  const positions = await store.unreadPositions(POSITIONS_AT_ONCE);
  const quotations = await store.unreadQuotations(QUOTATIONS_AT_ONCE);
  if (positions.length > 0)
    await store.amendPositions(await nodes.use((node) => readPositions(node, positions, report)));
  if (quotations.length > 0)
    await store.amendQuotations(await nodes.use((node) => readTerms(node, quotations, report)));
  return positions.length === POSITIONS_AT_ONCE || quotations.length === QUOTATIONS_AT_ONCE;
}

async function readPositions(
  node: ChainNode,
  rows: readonly StoredPosition[],
  report: ReportUnreadable,
): Promise<Amendment[]> {
  const readable = readableRows(
    rows,
    (before) => {
      const record = positionOf(before);
      return record && { before, record };
    },
    ({ address }) => report('indexer_positions', address),
  );
  const implementations = await readImplementations(
    node,
    readable.map(({ record }) => record.address),
  );
  const amendments: Amendment[] = [];
  for (const [i, { before, record }] of readable.entries()) {
    const implementation = implementations[i];
    const terms = record.status === 'pending_init' ? await readGetters(node, record) : record;
    amendments.push({
      before,
      after: { ...terms, implementation },
      implementation: implementation ?? NO_IMPLEMENTATION,
    });
  }
  return amendments;
}

/**
 * Returns the implementation of each option; undefined if the option doesn't return its
 * implementation.
 */
async function readImplementations(
  node: ChainNode,
  options: readonly Address[],
): Promise<(Address | undefined)[]> {
  const reads = options.map((target) => ({ target, data: GET_IMPLEMENTATION }));
  return (await multicallStrangers(node, reads)).map(addressOf);
}

const GET_IMPLEMENTATION = encodeFunctionData({
  abi: optionAbi,
  functionName: 'getImplementation',
});

/** Getters that every revision of the option contract has. */
const GETTERS = [
  'collateralToken',
  'chainlinkPriceFeed',
  'getStrikes',
  'expiryTimestamp',
  'numContracts',
  'collateralAmount',
] as const;

/** Like `readOption`, but an option whose getters return no terms remains pending. */
async function readGetters(node: ChainNode, record: PositionRecord): Promise<PositionRecord> {
  try {
    return await readOption(node, record);
  } catch (error) {
    if (error instanceof ChainNodeError) throw error;
    return record;
  }
}

/** Reads an option's terms from its getters. The option remains pending if a getter is missing. */
async function readOption(node: ChainNode, record: PositionRecord): Promise<PositionRecord> {
  const reads = GETTERS.map(
    (functionName): Read => ({
      target: record.address,
      data: encodeFunctionData({ abi: optionAbi, functionName }),
    }),
  );
  const [token, feed, strikes, expiry, count, collateral] = await multicallStrangers(node, reads);
  const collateralToken = addressOf(token);
  const priceFeed = addressOf(feed);
  if (!collateralToken || !priceFeed || !strikes || !expiry || !count || !collateral) return record;
  return {
    ...record,
    status: 'open',
    collateralToken,
    priceFeed,
    strikes: strikesOf(strikes),
    expiry: secondsOf(BigInt(expiry)),
    numContracts: contracts(BigInt(count)),
    collateralAmount: tokenAmount(BigInt(collateral)),
  };
}

async function readTerms(
  node: ChainNode,
  rows: readonly QuotationRow[],
  report: ReportUnreadable,
): Promise<QuotationAmendment[]> {
  const readable = readableRows(
    rows,
    (row) => {
      const quotation = quotationOf(row);
      return quotation && { quotation, before: row };
    },
    ({ key }) => report('indexer_quotations', key),
  );
  const answers = await multicallStrangers(
    node,
    readable.map(({ quotation: { factory, id } }) => ({
      target: factory,
      data: encodeFunctionData({ abi: optionFactoryAbi, functionName: 'quotations', args: [id] }),
    })),
  );
  return readable.map(({ quotation, before }, i) => {
    const terms = decodeTerms(answers[i]);
    return { before, after: quotationRowOf({ ...quotation, terms }, TERMS.none) };
  });
}

function decodeTerms(data: Hex | undefined): QuotationTerms | undefined {
  if (data === undefined) return undefined;
  try {
    const [asked] = decodeFunctionResult({
      abi: optionFactoryAbi,
      functionName: 'quotations',
      data,
    });
    return {
      collateral: lower(asked.collateral),
      collateralPriceFeed: lower(asked.collateralPriceFeed),
      implementation: lower(asked.implementation),
      existingOption: lower(asked.existingOptionAddress),
      strikes: asked.strikes.map(price8),
      numContracts: contracts(asked.numContracts),
      expiry: secondsOf(asked.expiryTimestamp),
      offerEnd: secondsOf(asked.offerEndTimestamp),
      isRequestingLong: asked.isRequestingLongPosition,
      isConvertedToOrder: asked.convertToLimitOrder,
    };
  } catch {
    // An older factory returns another form, so the request is shown without terms.
    return undefined;
  }
}

function strikesOf(data: Hex) {
  return decodeFunctionResult({ abi: optionAbi, functionName: 'getStrikes', data }).map(price8);
}

function addressOf(word: Hex | undefined): Address | undefined {
  const digits = word === undefined ? undefined : /^0x0{24}([0-9a-fA-F]{40})$/.exec(word)?.[1];
  return digits === undefined || /^0{40}$/.test(digits) ? undefined : lower(`0x${digits}`);
}

/** @throws RangeError for a time that a row can't store */
function secondsOf(value: bigint): UnixSeconds {
  const seconds = Number(value);
  if (!Number.isSafeInteger(seconds)) throw new RangeError('not a time');
  return unixSeconds(seconds);
}

function lower(address: Address): Address {
  return address.toLowerCase() as Address;
}
