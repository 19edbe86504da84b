import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { NetworkSettings } from '../../../components/screens/settings/NetworkSettings.tsx';
import { ServiceProblems } from '../../../components/screens/settings/ServiceProblems.tsx';
import type { ServiceProblem } from '../../../shared/messages/wallet-answers.ts';
import { snapshotWith } from '../../gallery/samples/snapshot.ts';
import { inGerman } from '../helpers/languages.ts';
import { onPage } from '../helpers/on-page.tsx';
import { buttonNamesOf, buttonsOf, wordsOf } from '../helpers/read-markup.ts';

describe('the networks of the wallet', () => {
  const page = () => onPage(<NetworkSettings />, snapshotWith({}), new QueryClient());

  it('shows the coin, the chain ID and the servers of each network, with the first server as primary', () => {
    const shown = wordsOf(page());
    expect(shown).toContain('OP Mainnet ETH · ID 10 primary: https://mainnet.optimism.io');
    expect(shown).toMatch(/Base ETH · ID 8453 primary: https:/);
  });

  it('lets the user edit and delete only added networks', () => {
    const names = buttonNamesOf(page());
    expect(names).toContain('Change OP Mainnet');
    expect(names).toContain('Remove OP Mainnet');
    expect(names).not.toContain('Change Base');
    expect(names).not.toContain('Remove Base');
    expect(wordsOf(page())).toContain('Built in, used for options.');
  });

  it('offers to add another network', () => {
    expect(buttonNamesOf(page())).toContain('Add network');
  });
});

describe('servers that can’t be saved', () => {
  const shown = (problems: readonly (ServiceProblem | { kind: 'late' })[]) =>
    onPage(<ServiceProblems problems={problems} isDisabled={false} onForce={() => undefined} />);
  const silent = { kind: 'silent', service: 'feed', url: 'https://feed.example' } as const;
  const wrong = { kind: 'wrong', service: 'node', url: 'https://node.example' } as const;

  it('asks for the user’s consent before a server that doesn’t respond can be saved', () => {
    const html = shown([silent]);
    expect(wordsOf(html)).toContain('The order feed at https://feed.example doesn’t respond.');
    expect(wordsOf(html)).toContain('Nothing was saved. Try again, or check the address.');
    expect(html).toContain('type="checkbox"');
    expect(buttonsOf(html)).toEqual([{ name: 'Save anyway', isDisabled: true }]);
  });

  it('offers no way to save an address of the wrong service, even next to a server that doesn’t respond', () => {
    for (const html of [shown([wrong]), shown([silent, wrong])]) {
      expect(wordsOf(html)).toContain('The node at https://node.example isn’t a node for Base.');
      expect(wordsOf(html)).toContain('Nothing was saved. Correct the address');
      expect(html).not.toContain('type="checkbox"');
      expect(buttonsOf(html)).toEqual([]);
    }
  });

  it('names every server that has a problem', () => {
    const all = (['vault', 'feed', 'indexer', 'node'] as const).map((service) => ({
      ...{ kind: 'silent' as const, service, url: `https://${service}.example` },
    }));
    const html = shown(all);
    for (const { url } of all) expect(wordsOf(html)).toContain(url);
  });

  it('reports that a check took too long', () => {
    expect(wordsOf(shown([{ kind: 'late' }]))).toContain('The check took longer than 10 seconds');
  });

  it('shows the failures of a server check in German', () => {
    const german = wordsOf(inGerman(() => shown([silent])));
    expect(german).toContain('https://feed.example');
    expect(german).not.toContain('Nothing was saved');
  });
});
