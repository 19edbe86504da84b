import { type Address, decodeFunctionResult, encodeFunctionData, type Hex } from 'viem';
import { optionAbi } from '../../shared/chain/abi/option.ts';
import { optionFactoryAbi } from '../../shared/chain/abi/option-factory.ts';
import type { QuotationTerms } from '../../shared/positions/quotation.ts';
import type { PositionRecord } from '../../shared/positions/record.ts';
import { contracts, price8, tokenAmount, unixSeconds } from '../../shared/units.ts';
import { multicallStrangers, type Read } from '../chain/multicall.ts';
import { type ChainNode, NodeError } from '../chain/node.ts';
import type { Nodes } from '../chain/nodes.ts';
import { recordOf, rowOf } from './position-row.ts';
import { quotationOf, quotationRowOf, TERMS } from './quotation-row.ts';
import type { Amendment, IndexerStore } from './store.ts';
import type { PositionRow, QuotationRow } from './tables.ts';

/** Rows whose events do not say everything. */
export interface UnreadRows {
  positions(limit: number): Promise<PositionRow[]>;
  quotations(limit: number): Promise<QuotationRow[]>;
}

const POSITIONS_AT_ONCE = 400;
const QUOTATIONS_AT_ONCE = 100;
/** Stands in the column of an option that does not tell its implementation. */
export const NO_IMPLEMENTATION = 'unknown';

/**
 * Reads from the chain what no event tells: which implementation an option is a clone of, what a
 * request asks for, and the terms of options whose first event is of an unknown shape. The answer is
 * whether there may be more to read.
 */
export async function enrich(deps: {
  readonly nodes: Nodes;
  readonly unread: UnreadRows;
  readonly store: IndexerStore;
}): Promise<boolean> {
  const positions = await deps.unread.positions(POSITIONS_AT_ONCE);
  const quotations = await deps.unread.quotations(QUOTATIONS_AT_ONCE);
  if (positions.length > 0)
    await deps.store.amend(await deps.nodes.use((node) => readPositions(node, positions)));
  if (quotations.length > 0)
    await deps.store.amendQuotations(await deps.nodes.use((node) => readTerms(node, quotations)));
  return positions.length === POSITIONS_AT_ONCE || quotations.length === QUOTATIONS_AT_ONCE;
}

async function readPositions(node: ChainNode, rows: readonly PositionRow[]): Promise<Amendment[]> {
  const answers = await multicallStrangers(
    node,
    rows.map(({ address }) => ({ target: address as Address, data: GET_IMPLEMENTATION })),
  );
  const amendments: Amendment[] = [];
  for (const [i, before] of rows.entries()) {
    const implementation = addressOf(answers[i]);
    const record = recordOf(before);
    const terms = record.status === 'pending_init' ? await readTold(node, record) : record;
    amendments.push({
      before,
      after: { ...terms, implementation },
      implementation: implementation ?? NO_IMPLEMENTATION,
    });
  }
  return amendments;
}

const GET_IMPLEMENTATION = encodeFunctionData({
  abi: optionAbi,
  functionName: 'getImplementation',
});

/** `buyer`, `seller`, …: getters that any revision's option has. */
const GETTERS = [
  'collateralToken',
  'chainlinkPriceFeed',
  'getStrikes',
  'expiryTimestamp',
  'numContracts',
  'collateralAmount',
] as const;

/** As `readOption`; what an option tells that is no term of one, or cannot be kept, leaves it pending. */
async function readTold(node: ChainNode, record: PositionRecord): Promise<PositionRecord> {
  try {
    const told = await readOption(node, record);
    recordOf(rowOf(told, ''));
    return told;
  } catch (error) {
    if (error instanceof NodeError) throw error;
    return record;
  }
}

/** The terms of an option from its getters; it stays pending when one of them is missing. */
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
  const expirySeconds = Number(BigInt(expiry));
  if (!Number.isSafeInteger(expirySeconds)) return record;
  return {
    ...record,
    status: 'open',
    collateralToken,
    priceFeed,
    strikes: strikesOf(strikes),
    expiry: unixSeconds(expirySeconds),
    numContracts: contracts(BigInt(count)),
    collateralAmount: tokenAmount(BigInt(collateral)),
  };
}

async function readTerms(
  node: ChainNode,
  rows: readonly QuotationRow[],
): Promise<(QuotationRow & { readonly before: string })[]> {
  const answers = await multicallStrangers(
    node,
    rows.map(({ factory, id }) => ({
      target: factory as Address,
      data: encodeFunctionData({
        abi: optionFactoryAbi,
        functionName: 'quotations',
        args: [BigInt(id)],
      }),
    })),
  );
  return rows.map((row, i) => {
    const terms = decodeTerms(answers[i]);
    return { ...quotationRowOf({ ...quotationOf(row), terms }, TERMS.none), before: row.body };
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
      expiry: unixSeconds(Number(asked.expiryTimestamp)),
      offerEnd: unixSeconds(Number(asked.offerEndTimestamp)),
      isRequestingLong: asked.isRequestingLongPosition,
      isConvertedToOrder: asked.convertToLimitOrder,
    };
  } catch {
    // An older factory answers another shape; the request is shown without its terms.
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

function lower(address: Address): Address {
  return address.toLowerCase() as Address;
}
