import { describeSigned } from '../../../components/approvals/signed/describe-signed.ts';
import {
  inspectTypedData,
  type TypedDataContext,
} from '../../../entrypoints/background/approvals/explain/inspect-typed-data.ts';
import { createBudget } from '../../../shared/approvals/budget.ts';
import { readTypedData } from '../../../shared/approvals/read-typed-data.ts';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import { type Price8, price8, unixSeconds } from '../../../shared/units.ts';

/** The account that is asked to sign. */
export const SIGNER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
/** The wallet's prices in dollars. */
const SPOT: Readonly<Record<string, Price8>> = {
  ETH: price8(2_500_00000000n),
  BTC: price8(60_000_00000000n),
};

/** The time at which typed data is shown, in Unix seconds. */
export const SHOWN_AT = unixSeconds(1_800_000_000);

/** Returns typed data as the worker reports it, and as the window describes it. */
export async function shownTypedData(
  data: unknown,
  options: { version?: 'V1' | 'V4'; account?: string } & Partial<TypedDataContext> = {},
) {
  const { version = 'V4', account = SIGNER, ...context } = options;
  const request = { kind: 'typed_data' as const, account, version, json: JSON.stringify(data) };
  const found = await inspectTypedData(readTypedData(request, createBudget()), {
    chainId: CHAIN_ID,
    coin: 'ETH',
    now: SHOWN_AT,
    known: [],
    codeAt: async () => 'contract',
    rpc: { request: async () => Promise.reject(new Error('no node')) },
    spotOf: (asset) => SPOT[asset],
    refreshSpots: async () => undefined,
    readNames: async () => () => undefined,
    ...context,
  });
  return { ...found, ...describeSigned({ account, signed: found.signed }) };
}
