import type { Failure } from '../../shared/messages/failures.ts';
import { createApprovals } from './approvals/approvals.ts';
import { LEDGER_SLOTS } from './approvals/keys.ts';
import { createLedger } from './approvals/ledger.ts';
import type { Recheck } from './approvals/recheck.ts';
import { createRequestReader } from './approvals/request-reader.ts';
import { createApprovalWindow } from './approvals/window.ts';
import type { ChainParts } from './compose-chain.ts';
import type { StorageParts } from './compose-storage.ts';
import { runningError } from './orders/ticket-error.ts';
import type { Platform } from './platform/platform.ts';
import { createBundles } from './procedures/bundles.ts';
import { createProcedures } from './procedures/runner.ts';
import { createBatching } from './sending/batching.ts';
import { pendingTransaction } from './sending/replacements.ts';
import { createSignatures } from './sending/signatures.ts';
import { createTransactions } from './sending/transactions.ts';
import type { Signer } from './signer/signer.ts';
import { type Areas, stored } from './state/stored.ts';
import { STORED_KEYS } from './stored-keys.ts';

export type RequestParts = ReturnType<typeof composeRequests>;

/** Creates what asks the user, and what signs or sends with the user's consent. */
export function composeRequests(
  deps: Pick<StorageParts, 'activity' | 'blockedSites' | 'networks' | 'settings'> &
    Pick<ChainParts, 'broadcast' | 'rpcOf' | 'tokenNames'> & {
      platform: Pick<Platform, 'alarms' | 'clock' | 'random' | 'windows'>;
      areas: Areas;
      signer: Signer;
      recheck: () => Recheck;
      /** Called when the approval window opens; its page asks for the request's meaning soon. */
      onShown: () => void;
      onClosedByUser: () => void;
      onChange: () => void;
      onProcedure: () => void;
      failureOf: (error: unknown) => Failure;
    },
) {
  const { activity, areas, broadcast, networks, platform, signer, tokenNames } = deps;
  const { alarms, clock, random, windows } = platform;
  const approvalWindow = createApprovalWindow({
    windows,
    opened: stored(areas, STORED_KEYS.approvalWindow),
    onClosedByUser: deps.onClosedByUser,
  });
  const requestReader = createRequestReader({
    mark: stored(areas, STORED_KEYS.readRequest),
    clock,
  });
  const ledger = createLedger({
    slots: LEDGER_SLOTS.map((slot) => stored(areas, slot)),
    clock,
    answerTo: activity.answerTo,
  });
  const approvals = createApprovals({
    stored: stored(areas, STORED_KEYS.drafts),
    reader: requestReader,
    random,
    clock,
    alarms,
    show() {
      const shown = approvalWindow.show();
      deps.onShown();
      return shown;
    },
    showMissing: approvalWindow.showMissing,
    isBlocked: deps.blockedSites.has,
    onAsked: ledger.markAsked,
    onChange: deps.onChange,
  });
  const sending = {
    approvals,
    broadcast,
    watchLocks: signer.watchLocks,
    coinOf: networks.coinOf,
    tokenNames,
  };
  const procedures = createProcedures({ onChange: deps.onProcedure, failureOf: deps.failureOf });
  return {
    procedures,
    approvalWindow,
    requestReader,
    ledger,
    approvals,
    transactions: createTransactions({
      ...sending,
      pendingNonce: (id) => pendingTransaction(activity, id)?.nonce,
    }),
    signatures: createSignatures({ approvals, signer, activity, clock }),
    batching: createBatching({
      rpcOf: deps.rpcOf,
      canSign: signer.canSign,
      isOn: () => deps.settings.get().usesSmartAccounts ?? false,
    }),
    bundles: createBundles({
      ...{ ...sending, procedures },
      stored: stored(areas, STORED_KEYS.bundles),
      refusal: runningError,
      recheck: deps.recheck,
      activity,
      clock,
      random,
    }),
  };
}
