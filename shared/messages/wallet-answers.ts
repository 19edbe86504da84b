import type { ActivityEntry } from '../activity/record.ts';
import type { NameFound } from '../chain/names.ts';
import type { TokenLookup } from '../chain/token-lookup.ts';
import type { ActionCosts, PositionRow, PositionsView } from '../positions/position-view.ts';
import type { NewRequestNeeds, QuotationsView } from '../quotations/view.ts';
import type { AccountPlace } from '../vault/payload.ts';
import type { AllowancesView } from './allowances.ts';
import type { OwnQuotesView, PricePoint, ReferrerView } from './market.ts';
import type { SiteView } from './snapshot.ts';
import type { FillPlanView, TicketView } from './ticket.ts';

export interface ServiceProblem {
  /** `silent`: no response, perhaps temporarily. `wrong`: another service responds. */
  readonly kind: 'silent' | 'wrong';
  readonly service: 'vault' | 'feed' | 'indexer' | 'node';
  readonly url: string;
}

/**
 * One of the user's accounts with its code on Base (EIP-7702), and the ether that can pay for a
 * change.
 */
export interface SmartAccountView {
  readonly address: string;
  readonly name: string;
  /** `unread`: the node didn't respond. */
  readonly code: 'none' | 'delegator' | 'foreign' | 'contract' | 'unread';
  /** The contract whose code the account runs. */
  readonly delegate?: string;
  readonly wei?: string;
}

export interface ServerInfo {
  readonly tenantId: string;
  readonly name: string;
  readonly origin: string;
  readonly rpId: string;
  readonly enrollmentEnabled: boolean;
}

/** An account of a recovery phrase that can be imported. */
export interface OfferedAccount extends AccountPlace {
  readonly address: string;
  readonly isHeld: boolean;
}

/** Transactions and balances of an account on Base. */
export interface AccountUse {
  readonly address: string;
  readonly sent: number;
  /** Balances above zero; `units` are base units as decimal text. */
  readonly balances: readonly {
    readonly symbol: string;
    readonly decimals: number;
    readonly units: string;
  }[];
}

export interface WalletAnswers {
  'vault.checkServer': ServerInfo;
  'vault.beginNew': null;
  'vault.beginImport': null;
  'vault.beginKeystore': null;
  'vault.beginRestore': { readonly added: number; readonly known: number };
  'vault.createAccount': null;
  'vault.signIn': null;
  'vault.unlock': null;
  'vault.lock': null;
  'vault.sync': null;
  'vault.merge': null;
  'vault.registerAgain': null;
  'vault.connect': null;
  'vault.join': null;
  'vault.confirmJoin': null;
  'vault.cancelJoin': null;
  'vault.leave': { readonly isDeleted: boolean };
  'otherVaults.return': null;
  'otherVaults.open': null;
  'otherVaults.text': { readonly text: string };
  'otherVaults.delete': null;
  'vault.setAutoLock': null;
  'vault.used': null;
  'vault.forget': null;
  'vault.seeConflicts': null;
  'vault.seeForeignChanges': null;
  'wallets.draftSeed': { readonly draftId: string; readonly words: readonly string[] };
  'wallets.saveDraft': null;
  /** The accounts of a phrase; `null` for a key or an address. */
  'wallets.preview': readonly OfferedAccount[] | null;
  'wallets.uses': readonly AccountUse[];
  'wallets.import': null;
  'wallets.importKeystore': null;
  'wallets.save': null;
  'wallets.confirmPhrase': null;
  'wallets.reveal':
    | { readonly kind: 'seed'; readonly words: readonly string[] }
    | { readonly kind: 'key'; readonly key: string };
  'passkeys.add': null;
  'passkeys.remove': null;
  /** `madeAt` in epoch milliseconds. */
  'recovery.make': { readonly text: string; readonly code: string; readonly madeAt: number };
  'recovery.saved': null;
  /**
   * `added`: number of added wallets. `known`: number of the file's wallets that were already in
   * the vault.
   */
  'recovery.restore': { readonly added: number; readonly known: number };
  'accounts.add': null;
  'accounts.select': null;
  'approvals.decide': null;
  'approvals.show': null;
  'approvals.rejectAll': null;
  'approvals.blockSite': null;
  'approvals.setAllowance': null;
  'transactions.speedUp': { readonly hash: string };
  'transactions.cancel': { readonly hash: string };
  'transactions.send': { readonly hash: string };
  /** Base units. */
  'transactions.most': { readonly amount: string };
  /** The name is found only if the name and the address refer to each other. */
  'names.addressOf': NameFound;
  'names.nameOf': { readonly name: string } | null;
  /** Newest first; `total` counts all rows of the kind. */
  'activity.page': { readonly rows: readonly ActivityEntry[]; readonly total: number };
  /** Receiving addresses, latest first. */
  'activity.receivers': readonly string[];
  'allowances.list': AllowancesView;
  'allowances.readAgain': null;
  /**
   * Resolves when the user has confirmed all revocations. The wallet sends them in the background.
   */
  'allowances.revoke': null;
  'smartAccounts.list': readonly SmartAccountView[];
  'smartAccounts.set': { readonly hash: string };
  'smartAccounts.remove': { readonly hash: string };
  /** `leftOut`: endpoints that weren't added, because they didn't return the chain id. */
  'networks.add': { readonly leftOut: readonly string[] };
  'networks.use': null;
  'networks.remove': null;
  'tokens.look': TokenLookup;
  /** Result of the look-up. A token that was found is also added. */
  'tokens.add': TokenLookup;
  'tokens.remove': null;
  'portfolio.refresh': null;
  'orders.refresh': null;
  'orders.spotHistory': readonly PricePoint[];
  'maker.quotes': OwnQuotesView;
  'maker.cancelAll': { readonly hashes: readonly string[] };
  'referrer.fees': ReferrerView;
  'referrer.claim': { readonly hash: string };
  'orders.ticket': TicketView;
  'fills.plan': FillPlanView;
  'fills.start': { readonly id: string };
  'fills.accept': null;
  'fills.prove': null;
  'fills.revoke': null;
  'fills.dismiss': null;
  'funds.back': null;
  'legs.begin': { readonly id: string };
  'procedures.goOn': null;
  'procedures.stop': null;
  'positions.list': PositionsView;
  'positions.lookFurther': null;
  'positions.readAgain': null;
  'positions.verify': readonly PositionRow[];
  'positions.act': { readonly hash: string };
  'positions.transfer': { readonly hash: string };
  'positions.split': { readonly hash: string };
  'positions.costs': ActionCosts;
  'positions.setCost': null;
  'quotations.follow': QuotationsView;
  'quotations.tryClose': null;
  'quotations.requestClose': { readonly hash: string };
  /** `part`: the option that was split off. `hash`: the request's transaction. */
  'quotations.requestPart': { readonly part: string; readonly hash: string };
  'quotations.tryNew': NewRequestNeeds;
  'quotations.requestNew': { readonly hash: string };
  'quotations.accept': { readonly hash: string };
  'quotations.cancel': { readonly hash: string };
  'quotations.settle': { readonly hash: string };
  'quotations.claim': { readonly hash: string };
  'alerts.set': null;
  'alerts.remove': null;
  'alerts.rearm': null;
  'alerts.see': null;
  'desk.save': null;
  'sites.disconnect': null;
  'sites.unblock': null;
  'sites.allowAgain': null;
  'phishing.refresh': null;
  'phishing.setRefresh': null;
  /** In order of connection. `total` counts all matches of the search. */
  'sites.page': { readonly rows: readonly SiteView[]; readonly total: number };
  'sites.setAccounts': null;
  'sites.setChain': null;
  /** True if any of the configured servers responds. */
  'settings.isAnyServerUp': { readonly isUp: boolean };
  'settings.checkServices': { readonly problems: readonly ServiceProblem[] };
  /** True if Condor is now the default wallet. */
  'settings.setDefaultWallet': { readonly isOn: boolean };
  'settings.awaitAccess': null;
  'settings.set': null;
  'settings.setExpiryNotices': null;
  'settings.setLanguage': null;
  'settings.setOpens': null;
  'settings.setServices': null;
  /** Stored data as JSON text, to save it to a file. */
  'stored.copy': { readonly text: string };
  'stored.retry': null;
  'stored.delete': null;
}
