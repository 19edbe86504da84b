import { describe, expect, it, vi } from 'vitest';
import { createReactions } from '../../../entrypoints/background/reactions.ts';
import type {
  ApprovalDraft,
  ApprovalEnd,
  ApprovalRequest,
} from '../../../shared/approvals/types.ts';

const ACCOUNT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const SITE = 'https://dapp.example';
const OTHER = 'https://other.example';
const SIGN: ApprovalRequest = { kind: 'personal_sign', account: ACCOUNT, message: '0x00' };
const CONNECT: ApprovalRequest = { kind: 'connect' };

const draft = (
  id: string,
  origin: string,
  request: ApprovalRequest,
  more: Partial<ApprovalDraft> = {},
): ApprovalDraft => ({
  id,
  requestKey: id,
  requester: { origin, documentId: `doc of ${origin}`, own: false },
  request,
  chainId: 8453,
  createdAt: 0,
  ...more,
});

/**
 * Creates a wallet with these open requests. The wallet records the ended requests and the calls.
 */
function wallet(
  drafts: readonly ApprovalDraft[],
  isUnlocked = () => true,
  isMoreToCome = () => false,
) {
  const ended: { id: string; reason: ApprovalEnd }[] = [];
  const done: string[] = [];
  const note =
    (what: string) =>
    async (...of: readonly unknown[]): Promise<void> => {
      done.push([what, ...of.filter((one) => typeof one === 'string')].join(' '));
    };
  const parts = {
    setBadge: (text: string) => void note('badge')(text),
    wakePages: note('wake pages'),
    isUnlocked,
    beginOutgoing: note('outgoing'),
    renewDefaultWallet: note('default wallet'),
    renewOpens: note('opens'),
    publish: () => void note('publish')(),
    approvals: {
      open: () => drafts.filter(({ decided }) => decided === undefined),
      unlocked: note('unlock requests'),
      async endAll(reason: ApprovalEnd, matches: (one: ApprovalDraft) => boolean = () => true) {
        for (const one of drafts.filter(matches)) ended.push({ id: one.id, reason });
      },
    },
    approvalWindow: { close: note('close window') },
    bundles: {
      advance: note('advance bundles'),
      stopAll: note('stop bundles'),
      stopOf: note('stop bundles of'),
    },
    pages: {
      announceAccounts: (origin?: string) => void note('accounts')(origin),
      announceChain: (origin: string) => void note('chain')(origin),
    },
    sites: {
      vaultChanged: note('keep accounts'),
      isConnected: (origin: string) => origin === SITE,
    },
    subscriptions: {
      stopAll: () => void note('unsubscribe')(),
      stopOf: (origin: string) => void note('unsubscribe')(origin),
      resume: () => void note('resume subscriptions')(),
    },
    nodeFilters: { removeAll: () => void note('remove filters')() },
    watch: { start: () => void note('watch')(), lookAgain: note('look again') },
    isMoreToCome,
  };
  return { reactions: createReactions(parts), ended, done };
}

const idsOf = (ended: readonly { id: string }[]) => ended.map(({ id }) => id);

describe('the approval window', () => {
  it('keeps the approval window open between a fill’s two requests, and closes the window afterwards', async () => {
    vi.useFakeTimers();
    try {
      let isMoreToCome = true;
      const { reactions, done } = wallet([], undefined, () => isMoreToCome);
      reactions.fillsChanged();
      reactions.approvalsChanged();
      await vi.advanceTimersByTimeAsync(60_000);
      reactions.fillsChanged();
      await vi.advanceTimersByTimeAsync(60_000);
      expect(done).not.toContain('close window');
      isMoreToCome = false;
      reactions.fillsChanged();
      await vi.advanceTimersByTimeAsync(1_000);
      expect(done.filter((what) => what === 'close window')).toHaveLength(1);
    } finally {
      vi.useRealTimers();
    }
  });

  it('closes the approval window within a second when no other request is expected', async () => {
    vi.useFakeTimers();
    try {
      const { reactions, done } = wallet([]);
      reactions.approvalsChanged();
      await vi.advanceTimersByTimeAsync(1_000);
      expect(done).toContain('close window');
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('open requests', () => {
  it('ends the subscriptions of a disconnected site', () => {
    const { reactions, done } = wallet([]);
    reactions.siteAccountsChanged(SITE);
    expect(done).not.toContain(`unsubscribe ${SITE}`);
    reactions.siteAccountsChanged(OTHER);
    expect(done).toContain(`unsubscribe ${OTHER}`);
  });

  it('ends all open requests and stops all bundles when the wallet locks', async () => {
    const { reactions, ended, done } = wallet([
      draft('sign', SITE, SIGN),
      draft('connect', OTHER, CONNECT),
    ]);
    reactions.locked();
    await Promise.resolve();
    expect(ended).toEqual([
      { id: 'sign', reason: 'wallet locked' },
      { id: 'connect', reason: 'wallet locked' },
    ]);
    expect(done).toContain('stop bundles');
  });

  it('ends a site’s signing request when the site’s chain changes, but not its connection request or other sites’ requests', async () => {
    const { reactions, ended, done } = wallet([
      draft('sign', SITE, SIGN),
      draft('connect', SITE, CONNECT),
      draft('elsewhere', OTHER, SIGN),
    ]);
    reactions.siteChainChanged(SITE);
    await Promise.resolve();
    expect(ended).toEqual([{ id: 'sign', reason: 'account or chain changed' }]);
    expect(done).toEqual(expect.arrayContaining([`stop bundles of ${SITE}`, `chain ${SITE}`]));
  });

  it('ends a site’s signing requests when its accounts change, and all sites’ signing requests when the wallet’s account changes', async () => {
    const all = [draft('here', SITE, SIGN), draft('there', OTHER, SIGN)];
    const one = wallet(all);
    one.reactions.siteAccountsChanged(OTHER);
    await Promise.resolve();
    expect(idsOf(one.ended)).toEqual(['there']);
    const both = wallet(all);
    both.reactions.accountSelected();
    await Promise.resolve();
    expect(idsOf(both.ended)).toEqual(['here', 'there']);
  });

  it('ends only the requests from a page that is gone', async () => {
    const { reactions, ended } = wallet([draft('here', SITE, SIGN), draft('there', OTHER, SIGN)]);
    reactions.pageGone({ origin: SITE, documentId: `doc of ${SITE}`, own: false });
    await Promise.resolve();
    expect(ended).toEqual([{ id: 'here', reason: 'page gone' }]);
  });

  it('a worker that starts after the auto-lock deadline stops bundles, and ends open signing requests and approved requests', async () => {
    const { reactions, ended, done } = wallet(
      [
        draft('sign', SITE, SIGN),
        draft('agreed', OTHER, CONNECT, { decided: { kind: 'agree' } }),
        draft('connect', SITE, CONNECT),
      ],
      () => false,
    );
    reactions.started();
    await Promise.resolve();
    expect(idsOf(ended)).toEqual(['sign', 'agreed']);
    expect(done).toContain('stop bundles');
    expect(done).not.toContain('advance bundles');
    expect(done).not.toContain('wake pages');
  });
});

describe('the worker’s start while unlocked', () => {
  it('continues pending work when a worker starts while the wallet is unlocked', async () => {
    const { reactions, ended, done } = wallet([draft('sign', SITE, SIGN)]);
    // The vault is open again before the start ends.
    reactions.vaultChanged();
    reactions.started();
    reactions.featuresLoaded();
    await Promise.resolve();
    expect(ended).toEqual([]);
    const parts = ['watch', 'advance bundles', 'outgoing', 'look again'];
    expect(done).toEqual(expect.arrayContaining(parts));
    expect(done.filter((one) => one === 'wake pages')).toHaveLength(1);
    expect(done).not.toContain('close window');
  });
});

describe('a transaction that has ended', () => {
  it('continues bundles when a transaction has ended', () => {
    const { reactions, done } = wallet([]);
    reactions.settled();
    expect(done).toEqual(['advance bundles']);
  });
});

describe('an unlock of the wallet', () => {
  it("resumes the pages' subscriptions once per unlock", () => {
    const { reactions, done } = wallet([]);
    reactions.vaultChanged();
    reactions.vaultChanged();
    expect(done.filter((one) => one === 'resume subscriptions')).toHaveLength(1);
  });
});

describe('pages without a port', () => {
  it('wakes pages without a port after a change of accounts or networks, an unlock or a lock', () => {
    const site = wallet([]);
    site.reactions.siteAccountsChanged(SITE);
    site.reactions.siteChainChanged(SITE);
    expect(site.done.filter((one) => one === 'wake pages')).toHaveLength(2);
    let isUnlocked = true;
    const { reactions, done } = wallet([], () => isUnlocked);
    reactions.vaultChanged();
    isUnlocked = false;
    reactions.vaultChanged();
    reactions.vaultChanged();
    expect(done.filter((one) => one === 'wake pages')).toHaveLength(2);
  });
});
