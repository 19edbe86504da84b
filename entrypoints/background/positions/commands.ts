import type { Address, Hex } from 'viem';
import { CondorError } from '../../../shared/errors.ts';
import type { PositionAction, PositionRow } from '../../../shared/positions/position-view.ts';
import type { TokenAmount } from '../../../shared/units.ts';
import { ensureReceiver } from '../approvals/sending/ensure-receiver.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { Commands } from '../kernel/feature.ts';
import type { SpotPrices } from '../market/spot-prices.ts';
import { ensureOwnAccount } from '../vault/selected-account.ts';
import type { PositionActions } from './act.ts';
import { readActionCosts } from './costs.ts';
import type { Positions } from './refresh.ts';

class PositionError extends CondorError<'notPossible'> {}

function sideOfAction(action: PositionAction): PositionRow['side'] | undefined {
  if (action === 'returnExcess') return 'seller';
  return action === 'payout' || action === 'close' ? undefined : 'buyer';
}

/** Creates the commands for positions and for the actions of their holder. */
export function positionCommands(deps: {
  positions: Positions;
  positionActions: PositionActions;
  /** Asks for a split. Rejects during another split or a request to makers. */
  asks: { split: (account: Address, option: Address, collateral: TokenAmount) => Promise<Hex> };
  account: () => string | undefined;
  wallets: { accounts: () => readonly { readonly address: string }[] };
  client: Rpc;
  spots: Pick<SpotPrices, 'spotOf'>;
  /** Token contracts. A side can't be transferred to a token contract. */
  tokens: () => readonly { readonly address: string; readonly symbol: string }[];
}): Commands<'positions'> {
  /** The page offers only possible actions, but the worker doesn't rely on the page. */
  const demand = (row: PositionRow | undefined, action: PositionAction): Address => {
    const account = deps.account();
    const found = row?.actions.find((one) => one.action === action);
    if (account === undefined || found === undefined || found.blocked !== undefined) {
      throw new PositionError('notPossible', 'The position does not allow this action.');
    }
    return account as Address;
  };
  const ensureOwn = (address: string) => ensureOwnAccount(deps.wallets, address);
  return {
    'positions.list': async ({ account }) => deps.positions.list(ensureOwn(account)),
    'positions.lookFurther': () => deps.positions.lookFurther(),
    'positions.readAgain': () => deps.positions.readAgain(),
    'positions.verify': async ({ account, options }) =>
      deps.positions.verify(options, ensureOwn(account)),
    async 'positions.costs'({ account, option, side }) {
      const own = ensureOwn(account);
      const row = deps.positions.find(option, side, own);
      if (row === undefined)
        throw new PositionError('notPossible', 'The account does not have this position.');
      return readActionCosts({ client: deps.client, spotOf: deps.spots.spotOf }, own, row);
    },
    async 'positions.act'({ option, action }) {
      const row = deps.positions.find(option, sideOfAction(action));
      const account = demand(row, action);
      if (action === 'allowDelivery') {
        const delivery = row?.delivery;
        // Only an option from a proven book or factory may take tokens.
        if (delivery === undefined || row?.verification !== 'verified')
          throw new PositionError('notPossible', 'The position does not allow this action.');
        const hash = await deps.positionActions.allowDelivery({
          account,
          option: option as Address,
          token: delivery.token.address as Address,
          amount: delivery.amount,
        });
        return { hash };
      }
      return { hash: await deps.positionActions.act(account, option as Address, action) };
    },
    async 'positions.split'({ option, side, collateral }) {
      const row = deps.positions.find(option, side);
      const account = demand(row, 'split');
      if (collateral === 0n || collateral >= (row?.collateral ?? 0n))
        throw new PositionError('notPossible', 'Both options need a part of the collateral.');
      return { hash: await deps.asks.split(account, option as Address, collateral) };
    },
    async 'positions.setCost'({ option, side, units }) {
      const row = deps.positions.find(option, side);
      if (row?.isReceived !== true)
        throw new PositionError('notPossible', 'The position does not allow this action.');
      await deps.positions.setCost(row, units);
    },
    async 'positions.transfer'({ option, isBuyer, to }) {
      const row = deps.positions.find(option, isBuyer ? 'buyer' : 'seller');
      const account = demand(row, 'transfer');
      ensureReceiver({ to, from: account, tokens: deps.tokens(), option });
      const hash = await deps.positionActions.transfer({
        account,
        option: option as Address,
        isBuyer,
        to: to as Address,
      });
      return { hash };
    },
  };
}
