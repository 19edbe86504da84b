import type { Address } from 'viem';
import { CondorError } from '../../../shared/errors.ts';
import type { WalletPayload } from '../../../shared/messages/wallet-api.ts';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { unixSeconds } from '../../../shared/units.ts';
import type { Commands } from '../kernel/feature.ts';
import type { PositionParts } from '../positions/index.ts';
import { ensureOwnAccount } from '../vault/selected-account.ts';
import type { Asks } from './asks.ts';
import type { CloseRequest } from './close-requests.ts';
import type { NewRequest } from './new-requests.ts';
import type { QuotationNotices } from './notices.ts';
import type { Quotations } from './quotations.ts';

class RequestError extends CondorError<'notPossible'> {}

export function quotationCommands(deps: {
  quotations: Quotations;
  notices: Pick<QuotationNotices, 'follow'>;
  asks: Pick<Asks, 'accept' | 'cancel' | 'requestClose' | 'requestPart' | 'requestNew' | 'settle'>;
  positions: Pick<PositionParts['positions'], 'find'>;
  wallets: { accounts: () => readonly { readonly address: string }[] };
}): Commands<'quotations'> {
  const { quotations } = deps;
  const ensureOwn = (address: string) => ensureOwnAccount(deps.wallets, address);
  /** Only options of proven origin are accepted, because anyone can create a lookalike. */
  const ensureHeld = (asked: WalletPayload<'quotations.requestClose'>): PositionRow => {
    const row = deps.positions.find(asked.option, asked.side, ensureOwn(asked.account));
    if (row?.verification !== 'verified' || row.state !== 'open')
      throw new RequestError('notPossible');
    return row;
  };
  const closeRequest = (asked: WalletPayload<'quotations.requestClose'>): CloseRequest => {
    ensureHeld(asked);
    return {
      account: ensureOwn(asked.account),
      option: asked.option as Address,
      isBuyer: asked.side === 'seller',
      limit: asked.limit,
      contracts: asked.contracts,
      window: asked.window,
    };
  };
  const newRequest = ({ side, ...asked }: WalletPayload<'quotations.requestNew'>): NewRequest => ({
    ...asked,
    account: ensureOwn(asked.account),
    expiry: unixSeconds(asked.expiry),
    isBuyer: side === 'buyer',
  });
  return {
    'quotations.follow': async ({ account }) => deps.notices.follow(ensureOwn(account)),
    'quotations.tryClose': async (asked) => quotations.tryClose(closeRequest(asked)),
    'quotations.requestClose': async (asked) => ({
      hash: await deps.asks.requestClose(closeRequest(asked)),
    }),
    async 'quotations.requestPart'({ collateral, ...asked }) {
      const whole = closeRequest(asked);
      const row = ensureHeld(asked);
      if (collateral === 0n || collateral >= row.collateral) throw new RequestError('notPossible');
      // The request is tried before the split, because a split would void an open request. With a
      // stale row, the option would be split again.
      await quotations.tryClose({ ...whole, contracts: row.contracts });
      return deps.asks.requestPart(whole, collateral);
    },
    'quotations.tryNew': async (asked) => quotations.tryNew(newRequest(asked)),
    'quotations.requestNew': async (asked) => ({
      hash: await deps.asks.requestNew(newRequest(asked)),
    }),
    'quotations.accept': async ({ account, id, offeror, amount }) => ({
      hash: await deps.asks.accept({
        account: ensureOwn(account),
        id,
        offeror,
        amount,
      }),
    }),
    'quotations.cancel': async ({ account, id }) => ({
      hash: await deps.asks.cancel(ensureOwn(account), id),
    }),
    'quotations.settle': async ({ account, id }) => ({
      hash: await deps.asks.settle(ensureOwn(account), id),
    }),
    'quotations.claim': async ({ account, token }) => ({
      hash: await quotations.claim(ensureOwn(account), token as Address),
    }),
  };
}
