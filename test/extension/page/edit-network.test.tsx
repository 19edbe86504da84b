import { describe, expect, it } from 'vitest';
import { NetworkSettings } from '../../../components/screens/settings/NetworkSettings.tsx';
import type { Answers } from '../../gallery/sample-wallet.ts';
import { openPage, refusing } from '../helpers/open-page.tsx';

const networks = (answers: Answers = { 'networks.add': { leftOut: [] } }) =>
  openPage(<NetworkSettings />, { answers: { 'networks.remove': null, ...answers } });

async function adding(answers?: Answers) {
  const page = await networks(answers);
  await page.click('Add network');
  return page;
}

async function filled(answers?: Answers) {
  const page = await adding(answers);
  await page.type('Network name', ' Gnosis ');
  await page.type('Chain ID', '100');
  await page.type('Coin symbol', 'xDAI');
  await page.type('Primary node', 'https://rpc.gnosis.example');
  return page;
}

describe('a new network', () => {
  it('saves a new network once the required fields are filled in', async () => {
    const page = await adding();
    expect(page.isDisabled('Check and save')).toBe(true);
    const done = await filled();
    await done.click('Check and save');
    expect(done.askedFor('networks.add')).toEqual([
      {
        network: {
          chainId: 100,
          name: 'Gnosis',
          symbol: 'xDAI',
          rpcUrls: ['https://rpc.gnosis.example'],
        },
      },
    ]);
    expect(done.words()).toContain('Add network');
  });

  it.each([
    ['Chain ID', '1.5', 'Enter a whole number.'],
    ['Chain ID', '0', 'Enter a whole number.'],
    ['Coin symbol', 'a b', 'Enter 1 to 16 letters.'],
    ['Primary node', 'http://rpc.example', 'Only https addresses are secure.'],
    ['Explorer (optional)', 'ftp://x.example', 'https'],
  ])('doesn’t save a network with a wrong %s: %s', async (field, typed, problem) => {
    const page = await filled();
    await page.type(field, typed);
    expect(page.words()).toContain(problem);
    expect(page.isDisabled('Check and save')).toBe(true);
  });

  it('names the nodes that weren’t saved', async () => {
    const page = await filled({ 'networks.add': { leftOut: ['https://other.example'] } });
    await page.click('Add node');
    await page.type('Node 2 (fallback)', 'https://other.example');
    await page.click('Check and save');
    expect(page.words()).toContain(
      'Not saved, because they didn’t respond with this chain ID: https://other.example',
    );
  });

  it('keeps the typed text and shows an alert when no node answers', async () => {
    const page = await filled({ 'networks.add': refusing('UNREACHABLE') });
    await page.click('Check and save');
    expect(page.html()).toContain('role="alert"');
    expect(page.valueOf('Network name')).toBe(' Gnosis ');
  });

  it('returns to the list of networks on Cancel without sending the typed network to the worker', async () => {
    const page = await filled();
    await page.click('Cancel');
    expect(page.asked).toEqual([]);
    expect(page.words()).toContain('Add network');
  });
});

describe('the nodes of a network', () => {
  it('saves nodes in the order that the user chooses, each node only once', async () => {
    const page = await filled();
    await page.click('Add node');
    await page.type('Node 2 (fallback)', 'https://second.example');
    await page.click('Move up: Node 2 (fallback)');
    expect(page.valueOf('Primary node')).toBe('https://second.example');
    await page.click('Add node');
    await page.type('Node 3 (fallback)', 'https://second.example');
    await page.click('Check and save');
    expect(page.askedFor('networks.add')).toEqual([
      {
        network: expect.objectContaining({
          rpcUrls: ['https://second.example', 'https://rpc.gnosis.example'],
        }),
      },
    ]);
  });

  it('keeps at least one and at most eight rows for nodes', async () => {
    const page = await adding();
    expect(page.isDisabled('Remove: Primary node')).toBeUndefined();
    for (let count = 1; count < 8; count++) await page.click('Add node');
    expect(page.isDisabled('Add node')).toBe(true);
    await page.click('Remove: Node 8 (fallback)');
    expect(page.isDisabled('Add node')).toBe(false);
  });
});

describe('a network that was added', () => {
  it('lets the user edit an added network, but not the network’s chain ID', async () => {
    const page = await networks();
    await page.click('Change OP Mainnet');
    expect(page.valueOf('Network name')).toBe('OP Mainnet');
    expect(page.html()).toMatch(/<input[^>]*disabled=""[^>]*value="10"/);
    await page.type('Network name', 'Optimism');
    await page.click('Check and save');
    expect(page.askedFor('networks.add')).toEqual([
      { network: expect.objectContaining({ chainId: 10, name: 'Optimism' }) },
    ]);
  });

  it('deletes an added network with a button, and shows an alert when the deletion fails', async () => {
    const page = await networks();
    await page.click('Remove OP Mainnet');
    expect(page.askedFor('networks.remove')).toEqual([{ chainId: 10 }]);
    const failing = await networks({ 'networks.remove': refusing('interrupted') });
    await failing.click('Remove OP Mainnet');
    expect(failing.html()).toContain('role="alert"');
  });
});
