import type { ActivityEntry } from '../activity/record.ts';
import type { Collectible } from '../approvals/types.ts';
import type { ApprovalView } from '../approvals/view.ts';
import type { TokenLookup } from '../chain/token-lookup.ts';
import type { BookProblem } from '../chain/trusted-book.ts';
import type { MakerView, MarketView, OrdersChecked, OrdersView, ReferrerView } from './market.ts';
import type { PositionRow, PositionsView } from './positions.ts';
import type { AllowanceView, SiteView } from './snapshot.ts';
import type { TicketView } from './ticket.ts';

export interface ServiceProblem {
  /** Silent: nobody answers there, which may pass. Wrong: somebody else does. */
  readonly kind: 'silent' | 'wrong';
  readonly service: 'vault' | 'feed' | 'indexer' | 'node';
  readonly url: string;
}

export interface ServerInfo {
  readonly tenantId: string;
  readonly name: string;
  readonly origin: string;
  readonly rpId: string;
  readonly enrollmentEnabled: boolean;
}

/** What each topic answers. */
export interface WalletAnswers {
  'vault.checkServer': ServerInfo;
  'vault.createAccount': null;
  'vault.signIn': null;
  'vault.unlock': null;
  'vault.lock': null;
  'vault.sync': null;
  'vault.merge': null;
  'vault.registerAgain': null;
  'vault.setAutoLock': null;
  'vault.setMaxUnlocked': null;
  'fills.setPriceTolerance': null;
  'vault.used': null;
  'vault.setScreenLock': null;
  'vault.forget': null;
  'vault.seeConflicts': null;
  'wallets.draftSeed': { readonly draftId: string; readonly words: readonly string[] };
  'wallets.saveDraft': null;
  'wallets.import': null;
  'wallets.importKeystore': null;
  'wallets.save': null;
  'wallets.reveal':
    | { readonly kind: 'seed'; readonly words: readonly string[] }
    | { readonly kind: 'key'; readonly key: string };
  'passkeys.add': null;
  'passkeys.remove': null;
  /** `madeAt` in epoch milliseconds. */
  'recovery.make': { readonly text: string; readonly code: string; readonly madeAt: number };
  'recovery.saved': null;
  /** How many wallets were added, and how many of the file were in the vault already. */
  'recovery.restore': { readonly added: number; readonly known: number };
  'accounts.add': null;
  'accounts.select': null;
  'approvals.view': ApprovalView | null;
  'approvals.decide': null;
  'approvals.rejectAll': null;
  'approvals.blockSite': null;
  'approvals.setAllowance': null;
  'transactions.speedUp': { readonly hash: string };
  'transactions.cancel': { readonly hash: string };
  'transactions.send': { readonly hash: string };
  /** Base units. */
  'transactions.most': { readonly amount: string };
  /** Only where name and address point at each other. */
  'names.addressOf': { readonly address: string } | null;
  'names.nameOf': { readonly name: string } | null;
  /** Newest first; `total` counts all of the kind. */
  'activity.page': { readonly rows: readonly ActivityEntry[]; readonly total: number };
  /** Addresses that were sent something, the last one first. */
  'activity.receivers': readonly string[];
  'allowances.list': readonly AllowanceView[];
  'allowances.revoke': { readonly hash: string };
  /** Endpoints that did not answer with the chain id: they were left out. */
  'networks.add': { readonly leftOut: readonly string[] };
  'networks.use': null;
  /** With the number that the selected account owns, as decimal text. */
  'collectibles.owned': readonly (Collectible & { readonly owned: string })[];
  'collectibles.remove': null;
  'networks.remove': null;
  'tokens.look': TokenLookup;
  /** Added when it is a token. */
  'tokens.add': TokenLookup;
  'tokens.remove': null;
  'portfolio.refresh': null;
  'orders.list': OrdersView;
  'orders.cached': OrdersView;
  'orders.check': OrdersChecked;
  'orders.saveFilters': null;
  'market.statistics': MarketView;
  'maker.orders': MakerView;
  'maker.cancel': { readonly hash: string };
  'maker.cancelBefore': { readonly hash: string };
  'referrer.fees': ReferrerView;
  'referrer.claim': { readonly hash: string };
  'orders.ticket': TicketView;
  'fills.start': { readonly id: string };
  'fills.accept': null;
  'fills.prove': null;
  'books.trust': { readonly problems: readonly BookProblem[] };
  'books.forget': null;
  'fills.revoke': null;
  'fills.dismiss': null;
  'positions.list': PositionsView;
  'positions.lookFurther': null;
  'positions.readAgain': null;
  'positions.verify': readonly PositionRow[];
  'positions.act': { readonly hash: string };
  'positions.transfer': { readonly hash: string };
  'positions.setCost': null;
  'sites.disconnect': null;
  'sites.unblock': null;
  'sites.allowAgain': null;
  'phishing.refresh': null;
  'phishing.setRefresh': null;
  /** In the order in which they were connected; `total` counts all that fit the search. */
  'sites.page': { readonly rows: readonly SiteView[]; readonly total: number };
  'sites.setAccounts': null;
  'sites.setChain': null;
  /** One for each service that did not answer as it should. */
  'settings.checkServices': { readonly problems: readonly ServiceProblem[] };
  /** Whether Condor is the default wallet now. */
  'settings.setDefaultWallet': { readonly isOn: boolean };
  'settings.awaitAccess': null;
  'settings.setExpiryNotices': null;
  'settings.setLanguage': null;
  'settings.setOpens': null;
  'settings.setServices': null;
  /** Raw stored data as JSON text, to be kept in a file. */
  'stored.copy': { readonly text: string };
  'stored.retry': null;
  'stored.delete': null;
}
