import { expect, test } from 'vitest';
import { IS_RELEASE } from '../belts.ts';
import { areArtefactsCurrent, compileContracts, compileSources } from './compile.ts';

// After a change of the contracts, `npm run devnet` writes this file.
test('the repository stores bytecode for the current sources of the contracts', async () => {
  expect(await areArtefactsCurrent()).toBe(true);
  const artefacts = await compileContracts();
  for (const name of ['OptionBook', 'OptionFactory', 'Token', 'PriceFeed', 'Put', 'Ranger'])
    expect(artefacts[name], name).toMatch(/^0x[0-9a-f]{100,}$/);
});

test.runIf(IS_RELEASE)(
  'the stored bytecode equals the bytecode compiled from the sources',
  async () => {
    expect(await compileSources()).toEqual(await compileContracts());
  },
);
