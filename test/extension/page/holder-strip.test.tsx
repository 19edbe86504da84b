import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { WalletContext } from '../../../components/hooks/use-wallet.ts';
import { HolderStrip } from '../../../components/screens/wallet/activity/HolderStrip.tsx';
import { FILLS } from '../../gallery/samples/positions.ts';
import { PROCEDURES } from '../../gallery/samples/procedures.ts';
import { snapshotWith } from '../../gallery/samples/snapshot.ts';
import { wordsOf } from '../helpers/read-markup.ts';

const { asked: FILL = expect.unreachable() } = FILLS;

function strip(refusedBy?: string, fill = FILL): string {
  const procedures = PROCEDURES.map((one) => ({ ...one, state: 'underWay' as const }));
  const snapshot = snapshotWith({ procedures, fills: [fill] });
  const connection = {
    store: createStore(() => ({ snapshot, ...(refusedBy === undefined ? {} : { refusedBy }) })),
    call: () => new Promise<never>(() => undefined),
    watch: () => () => undefined,
  };
  return renderToStaticMarkup(
    <WalletContext value={connection}>
      <HolderStrip />
    </WalletContext>,
  );
}

it.each([
  ['a procedure', 'legs', 'Trade in 2 legs on ETH'],
  ['a fill', FILL.id, 'Buy ETH'],
])('a notice links to the Activity entry of %s that refused an action', (_, id, title) => {
  expect(wordsOf(strip(id))).toContain(title);
  expect(strip(id)).toContain(`href="/popup.html#activity=${encodeURIComponent(id)}"`);
});

it('a notice appears only if a procedure refused an action and hasn’t ended', () => {
  expect(strip()).toBe('');
  expect(strip('gone')).toBe('');
  const ended = [FILLS.indexed, FILLS.failed].flatMap((one) => one ?? []);
  expect(ended.map((fill) => strip(fill.id, fill))).toEqual(['', '']);
  const revoking = ended.map((fill) => strip(fill.id, { ...fill, revocation: 'asked' }));
  expect(revoking.map(wordsOf)).not.toContain('');
});
