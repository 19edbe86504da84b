import type { ApprovalDraft, Requester } from '../../shared/approvals/types.ts';
import type { Approvals } from './approvals/approvals.ts';
import type { ApprovalWindow } from './approvals/window.ts';
import type { Watch } from './chain/watch.ts';
import type { Sites } from './kernel/sites.ts';
import type { Bundles } from './procedures/bundles.ts';
import type { NodeFilters } from './rpc/node-filters.ts';
import type { PagePorts } from './rpc/page-ports.ts';
import { documentKeyOf } from './rpc/sender.ts';
import type { Subscriptions } from './rpc/subscriptions.ts';

/**
 * Milliseconds to wait for a follow-up request, for example after an unlock. The follow-up request
 * then opens in the same window.
 */
const LINGER_MS = 150;

/**
 * Creates the reactions of parts to changes in other parts. A consent ends with a lock, and with a
 * change of the account or chain for which it was given.
 */
export function createReactions(deps: {
  setBadge: (text: string) => void;
  wakePages: () => Promise<void>;
  isUnlocked: () => boolean;
  beginOutgoing: () => Promise<void>;
  renewDefaultWallet: () => Promise<unknown>;
  renewOpens: () => Promise<void>;
  publish: () => void;
  approvals: Pick<Approvals, 'endAll' | 'open' | 'unlocked'>;
  approvalWindow: Pick<ApprovalWindow, 'close'>;
  /** Returns true if the same window will soon ask again, for a fill's next step. */
  isMoreToCome: () => boolean;
  bundles: Pick<Bundles, 'advance' | 'stopAll' | 'stopOf'>;
  pages: Pick<PagePorts, 'announceAccounts' | 'announceChain'>;
  sites: Pick<Sites, 'isConnected' | 'vaultChanged'>;
  subscriptions: Pick<Subscriptions, 'resume' | 'stopAll' | 'stopOf'>;
  nodeFilters: Pick<NodeFilters, 'removeAll'>;
  watch: Pick<Watch, 'lookAgain' | 'start'>;
}) {
  const { approvals, bundles, pages } = deps;
  const closing = createWindowClosing(deps);
  let wasUnlocked = false;

  const endOf = async (origin: string) => {
    await approvals.endAll(
      'account or chain changed',
      (draft) => draft.requester.origin === origin && isSigning(draft),
    );
    await bundles.stopOf(origin);
  };

  /** Sends sites their accounts. Sites keep seeing these accounts while the wallet is locked. */
  const announceAccounts = () => {
    // If the accounts can't be stored, a restarted worker sends sites the former accounts.
    deps.sites.vaultChanged().catch(() => undefined);
    pages.announceAccounts();
  };

  return {
    started(): void {
      deps.watch.start();
      if (deps.isUnlocked()) bundles.advance();
      else {
        // The auto-lock time ended while no worker was running, so earlier consents have ended.
        void bundles.stopAll();
        void approvals.endAll(
          'wallet locked',
          (draft) => draft.decided !== undefined || isSigning(draft),
        );
      }
    },

    /**
     * Sets everything that a browser forgets when it ends. Runs after the first answer, because the
     * first use of each browser API takes a millisecond or more.
     */
    featuresLoaded(): void {
      void deps.beginOutgoing();
      // A lost transaction can have been mined while no worker was running.
      void deps.watch.lookAgain();
      // The former worker can have died between the answer and closing its window.
      closing.closeIfIdle();
      // If the browser refuses the switch, the user has already seen the reason when turning it on.
      deps.renewDefaultWallet().catch(() => undefined);
      // A browser without a side panel keeps the popup.
      deps.renewOpens().catch(() => undefined);
    },

    vaultChanged(): void {
      deps.publish();
      announceAccounts();
      const isUnlocked = deps.isUnlocked();
      if (isUnlocked && !wasUnlocked) {
        void approvals.unlocked();
        deps.subscriptions.resume();
      }
      if (isUnlocked !== wasUnlocked) void deps.wakePages();
      wasUnlocked = isUnlocked;
    },

    locked(): void {
      void approvals.endAll('wallet locked');
      void bundles.stopAll();
    },

    accountSelected(): void {
      announceAccounts();
      const origins = new Set(
        approvals.open().flatMap(({ requester }) => (requester.own ? [] : [requester.origin])),
      );
      for (const origin of origins) void endOf(origin);
    },

    siteAccountsChanged(origin: string): void {
      if (!deps.sites.isConnected(origin)) deps.subscriptions.stopOf(origin);
      void endOf(origin);
      pages.announceAccounts(origin);
      // Pages lose their ports when the worker dies, but must receive later changes.
      void deps.wakePages();
      deps.publish();
    },

    siteChainChanged(origin: string): void {
      void endOf(origin);
      pages.announceChain(origin);
      void deps.wakePages();
      deps.publish();
    },

    approvalsChanged(): void {
      const count = approvals.open().length;
      deps.setBadge(count === 0 ? '' : String(count));
      deps.publish();
      if (count === 0) closing.closeSoon();
    },

    fillsChanged(): void {
      deps.publish();
      closing.fillsChanged();
    },

    pageGone(requester: Requester): void {
      deps.subscriptions.stopAll(documentKeyOf(requester));
      deps.nodeFilters.removeAll(documentKeyOf(requester));
      void approvals.endAll(
        'page gone',
        (draft) => draft.requester.documentId === requester.documentId,
      );
    },

    /** The earlier chain may be back, with transactions to follow. */
    chainReplaced(): void {
      deps.watch.start();
    },

    settled(): void {
      bundles.advance();
    },
  };
}

function isSigning({ request }: ApprovalDraft): boolean {
  return (
    request.kind === 'personal_sign' ||
    request.kind === 'typed_data' ||
    request.kind === 'transaction' ||
    request.kind === 'calls'
  );
}

/**
 * Closes the approval window when there are no more requests. Between the two requests of a fill,
 * the window stays open and shows the fill's progress.
 */
function createWindowClosing(deps: {
  approvals: Pick<Approvals, 'open'>;
  approvalWindow: Pick<ApprovalWindow, 'close'>;
  isMoreToCome: () => boolean;
}) {
  let wasMoreToCome = false;

  const closeIfIdle = () => {
    const isIdle = deps.approvals.open().length === 0 && !deps.isMoreToCome();
    if (isIdle) void deps.approvalWindow.close();
  };
  const closeSoon = () => void setTimeout(closeIfIdle, LINGER_MS);

  return {
    closeIfIdle,
    closeSoon,
    fillsChanged(): void {
      const isMoreToCome = deps.isMoreToCome();
      if (wasMoreToCome && !isMoreToCome) closeSoon();
      wasMoreToCome = isMoreToCome;
    },
  };
}
