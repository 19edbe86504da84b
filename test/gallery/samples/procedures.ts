import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import { reserveOf } from '../../../shared/chain/lending.ts';
import type { ProcedureView } from '../../../shared/messages/procedures.ts';
import { ORDERS } from './market.ts';
import { ACCOUNT, AT } from './snapshot.ts';

const [FIRST, SECOND] = ORDERS.rows;
const hash = `0x${'ab'.repeat(32)}`;

const leg = (row: typeof FIRST, state: 'done' | 'failed') => {
  if (row === undefined) throw new Error('The samples have no such order.');
  const { asset, product, side, strikes, expiry, collateralSymbol, collateralDecimals } = row;
  const terms = { asset, product, side, strikes, expiry, collateralSymbol };
  const size = { contracts: `${10n ** BigInt(collateralDecimals)}`, decimals: collateralDecimals };
  return { terms, ...size, price: row.price.toString(), state };
};

/**
 * Three procedures: legs that stopped after the first leg, a conversion between its two
 * transactions, and revocations whose first transaction is mined.
 */
export const PROCEDURES: readonly ProcedureView[] = [
  {
    ...{
      id: 'legs',
      at: AT,
      account: ACCOUNT,
      steps: [],
      state: 'paused',
      why: 'noQuote',
      canStop: true,
    },
    facts: { kind: 'legs', legs: [leg(FIRST, 'done'), leg(SECOND, 'failed')] },
  },
  {
    ...{ id: 'back', at: AT, account: ACCOUNT, state: 'underWay', canStop: true },
    facts: { kind: 'way back', token: reserveOf('WETH').receipt.address },
    steps: [
      { step: 'withdraw', state: 'done', hash },
      { step: 'unwrap', state: 'yours' },
    ],
  },
  {
    ...{ id: 'revocations', at: AT, account: ACCOUNT, state: 'underWay', canStop: true },
    facts: { kind: 'revocations', chainId: CHAIN_ID, done: 1, count: 3 },
    steps: [
      { step: 'revoke', state: 'done', hash },
      { step: 'revoke', state: 'running', hash },
    ],
  },
];
