import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { WalletContext } from '../../../components/hooks/use-wallet.ts';
import { HolderStrip } from '../../../components/screens/wallet/activity/HolderStrip.tsx';
import { FILLS } from '../../gallery/samples/positions.ts';
import { PROCEDURES } from '../../gallery/samples/procedures.ts';
import { snapshotWith } from '../../gallery/samples/snapshot.ts';
import { wordsOf } from '../helpers/read-markup.ts';

const fills = Object.values(FILLS).slice(0, 1);
const [FILL = expect.unreachable()] = fills;

function strip(refusedBy?: string): string {
  const snapshot = snapshotWith({ procedures: PROCEDURES, fills });
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
])('links to %s that refused an action, at its place under Activity', (_, id, title) => {
  expect(wordsOf(strip(id))).toContain(title);
  expect(strip(id)).toContain(`href="/popup.html#activity=${encodeURIComponent(id)}"`);
});

it('shows no link without a refusal, or once its reason has ended', () => {
  expect(strip()).toBe('');
  expect(strip('gone')).toBe('');
});
