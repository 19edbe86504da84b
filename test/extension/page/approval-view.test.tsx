import { expect, it } from 'vitest';
import { WalletFailure } from '../../../components/hooks/wallet-connection.ts';
import { ApprovalScreen } from '../../../components/screens/prompt/Approval.tsx';
import { snapshotWith } from '../../gallery/samples/snapshot.ts';
import { onPage } from '../helpers/on-page.tsx';
import { buttonNamesOf, wordsOf } from '../helpers/read-markup.ts';

type Shown = Parameters<typeof ApprovalScreen>[0];

const ignore = () => undefined;
const WINDOW: Shown = {
  vault: snapshotWith({}).vault,
  ...{ id: 'one', between: undefined, hasAccount: true, isAdding: false, leave: ignore },
  ...{ data: undefined, error: undefined, problem: undefined, decide: ignore },
  ...{ onAllowance: async () => null, onRejectAll: ignore, onBlock: ignore },
};
const approval = (change: Partial<Shown> = {}) =>
  onPage(<ApprovalScreen {...WINDOW} {...change} />, snapshotWith({}));

it('the approval page says that no request is open, and is empty before the vault’s state is known', () => {
  expect(wordsOf(approval({ id: undefined }))).toBe('You don’t have any open requests.');
  expect(wordsOf(approval({ vault: undefined }))).toBe('');
});

it('the approval page offers to reject a request while the request is being read, and after reading failed', () => {
  expect(buttonNamesOf(approval())).toEqual(['Reject']);
  const failed = approval({ error: new WalletFailure({ code: 'interrupted' }) });
  expect(buttonNamesOf(failed)).toEqual(['Reject']);
  expect(failed).toContain('role="alert"');
});

it('the approval page offers only “Unlock” while the vault is locked', () => {
  const html = approval({ vault: { ...WINDOW.vault, status: 'locked' } as Shown['vault'] });
  expect(buttonNamesOf(html)).toEqual(['Unlock']);
});
