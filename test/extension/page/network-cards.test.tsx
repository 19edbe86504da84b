import { describe, expect, it } from 'vitest';
import { AddChainCard, SwitchChainCard } from '../../../components/approvals/NetworkCards.tsx';
import { REQUESTS } from '../../gallery/samples/approvals.ts';
import { FRAME_ACTIONS } from '../helpers/frame-actions.ts';
import { onPage } from '../helpers/on-page.tsx';
import { buttonNamesOf, factsOf, wordsOf } from '../helpers/read-markup.ts';

const agree = () => undefined;

describe('a switch to another network', () => {
  const card = (change: Partial<typeof REQUESTS.switch_chain> = {}) =>
    onPage(
      <SwitchChainCard
        {...FRAME_ACTIONS}
        view={{ ...REQUESTS.switch_chain, ...change }}
        onAgree={agree}
      />,
    );

  it('names both networks of a switch, the former network first', () => {
    const shown = wordsOf(card());
    expect(shown).toContain('Switch this site to “OP Mainnet”?');
    expect(shown).toMatch(/Base OP Mainnet This changes the network for this site only/);
    expect(buttonNamesOf(card())).toContain('Switch');
  });

  it('names the hosts that the wallet will contact for the first time', () => {
    expect(wordsOf(card({ newHosts: ['a.example', 'b.example'] }))).toContain(
      'Condor will send requests to a.example, b.example.',
    );
    expect(wordsOf(card({ newHosts: [] }))).not.toContain('for the first time');
  });

  it('shows the number of a network that the wallet doesn’t know', () => {
    expect(wordsOf(card({ to: { chainId: 4242 } }))).toMatch(/Switch this site to “[^”]*4242”\?/);
  });
});

describe('a network that a site offers', () => {
  const { offered } = REQUESTS.add_chain;
  const card = (change: Partial<typeof REQUESTS.add_chain> = {}) =>
    onPage(
      <AddChainCard
        {...FRAME_ACTIONS}
        view={{ ...REQUESTS.add_chain, ...change }}
        onAgree={agree}
      />,
    );

  it('shows the chain ID, the coin and every server of an offered network in full', () => {
    const html = card({ offered: { ...offered, explorerUrl: 'https://scan.example' } });
    expect(factsOf(html)).toEqual([
      ['Network', 'Example Chain'],
      ['Chain ID', '7777'],
      ['Coin', 'EXM'],
      ['Server', 'https://rpc.example'],
      ['Server', 'http://192.168.1.4:8545'],
      ['Explorer', 'https://scan.example'],
    ]);
    expect(factsOf(card()).map(([name]) => name)).not.toContain('Explorer');
  });

  it('says that the site chose the names, and which data the servers receive', () => {
    const shown = wordsOf(card());
    expect(shown).toContain('Anyone can choose these names. Compare the chain ID');
    expect(shown).toContain('can see your address and report wrong balances');
    expect(buttonNamesOf(card())).toContain('Add and switch');
  });

  it('requires the user’s consent before the wallet contacts a server in the user’s local network', () => {
    const html = card();
    expect(html).toContain('type="checkbox"');
    expect(/<label.*?<\/label>/s.exec(html)?.[0]).toContain('192.168.1.4:8545');
    expect(wordsOf(html)).toContain('Tick the box above first.');
  });

  it('requires no consent when all servers are public', () => {
    const html = card({ privateHosts: [] });
    expect(html).not.toContain('type="checkbox"');
    expect(wordsOf(html)).not.toContain('Tick the box above first.');
  });
});
