import { describe, expect, it } from 'vitest';
import { browser } from 'wxt/browser';
import { compose } from '../../../entrypoints/background/compose.ts';
import { stored } from '../../../entrypoints/background/kernel/stored.ts';
import { ordersKeys } from '../../../entrypoints/background/orders/keys.ts';
import type { RuntimePort } from '../../../entrypoints/background/platform/ports.ts';
import { GONE_KEYS, STORED_KEYS } from '../../../entrypoints/background/stored-keys.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createSoftAuthenticator } from '../../helpers/soft-authenticator.ts';
import { startVault } from '../../server/vault/harness.ts';
import { browserOf } from '../helpers/browser-platform.ts';
import { createDevice } from '../helpers/device.ts';
import { fakePagePort } from '../helpers/fake-port.ts';
import { memoryAreas } from '../helpers/memory-areas.ts';

describe('a worker that has just started', () => {
  it('deletes the stored data that this version no longer uses, and keeps the settings', async () => {
    const areas = memoryAreas();
    for (const name of [...GONE_KEYS, 'settings']) areas.local.content.set(name, { version: 1 });
    await compose(browserOf({ areas }).platform).dropGone();
    expect([...areas.local.content.keys()]).toEqual(['settings']);
  });

  it('opens one approval window for a request, rejects the request on the user’s decision, and sets the outgoing rules', async () => {
    const { platform, opened, rules } = browserOf();
    const wallet = compose(platform);
    await wallet.ready;
    const asked = wallet.approvals.request({
      requestKey: 'key',
      requester: { origin: 'https://dapp.example', documentId: 'doc', own: false },
      request: { kind: 'connect' },
      chainId: 8453,
    });
    await eventually(() => expect(opened).toHaveLength(1));
    const [draft] = wallet.approvals.open();
    await wallet.approvals.decide(draft?.id ?? '', { kind: 'reject' });
    await expect(asked).rejects.toMatchObject({ code: 'rejected' });
    await eventually(() => expect(rules).toHaveLength(1));
  });
});

describe('a worker with procedures of several vaults', () => {
  const PHRASE = 'test test test test test test test test test test test junk';
  const OWN = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
  const FORMER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
  const TOKEN = '0x4200000000000000000000000000000000000006';
  /** One stopped procedure for each account. A block includes the procedure's first call. */
  const ROWS = [OWN, FORMER].map((account, index) => ({
    ...{ id: `way-${index}`, at: 1, account, input: { token: TOKEN } },
    steps: [{ step: 'withdraw', key: 'own:1', to: TOKEN, data: '0x', hash: '0x1', isMined: true }],
    end: { code: 'rejected' },
  }));

  const PENDING = {
    ...({ kind: 'transaction', status: 'sent' } as const),
    ...{ id: '0x1', hash: '0x1', raw: '0x01', at: 1 },
    ...{ origin: '', account: FORMER, chainId: 8453, requestKey: 'own:1', nonce: 1 },
    what: { kind: 'payout' as const },
  };
  const fillOf = (account: string) => ({
    ...{ id: account, digest: '0x1', account, at: 1, stage: 'preparation sent', referrer: TOKEN },
    ...{ side: 'buy', asset: 'ETH', product: 'PUT', strikes: ['1'], expiry: 1 },
    ...{ token: { symbol: 'USDC', decimals: 6 }, contracts: '1', price: '1', made: [], ahead: [] },
    preparation: {
      ...{ kind: 'allow book', amount: '1', key: 'own:1', to: TOKEN, data: '0x', hash: '0x1' },
    },
  });

  /**
   * Opens a page of an unlocked wallet that has a procedure of its vault and a procedure of a
   * former vault.
   */
  async function openPage(fills: readonly unknown[] = [], legs: readonly unknown[] = []) {
    const closed: number[] = [];
    const harness = await startVault();
    const device = createDevice({ harness, authenticator: createSoftAuthenticator() });
    await device.session.createAccount();
    await device.wallets.import('Savings', PHRASE);
    const { areas } = device;
    await stored(areas, ordersKeys.waysBack).write(ROWS);
    await stored(areas, ordersKeys.fills).write([...fills]);
    await stored(areas, ordersKeys.legs).write([...legs]);
    await stored(areas, STORED_KEYS.activity).write([PENDING]);
    const getURL = (path: string) => `https://condor.example${path}`;
    Object.assign(browser, { runtime: { id: 'condor', getURL } });
    const { platform } = browserOf({ areas, clock: harness.clock });
    const windows = {
      ...platform.windows,
      find: async () => 7,
      close: async (id: number) => void closed.push(id),
    };
    const wallet = compose({ ...platform, windows });
    await wallet.ready;
    const page = fakePagePort({ origin: 'https://condor.example', documentId: 'popup' });
    const sender = { id: 'condor', url: 'https://condor.example/popup.html' };
    const port = { ...page.port, sender: { ...sender, origin: 'https://condor.example' } };
    wallet.ui.accept(port as unknown as RuntimePort);
    let last = 0;
    return {
      areas,
      closed,
      listed() {
        const all = page.heard.filter(isRecord).flatMap(({ snapshot }) => snapshot ?? []);
        const { procedures } = Object(all.at(-1));
        return procedures?.map(({ account }: { account: string }) => account);
      },
      async reject() {
        const asked = wallet.approvals.request({
          requestKey: 'key',
          requester: { origin: 'https://dapp.example', documentId: 'doc', own: false },
          request: { kind: 'connect' },
          chainId: 8453,
        });
        await eventually(() => expect(wallet.approvals.open()).toHaveLength(1));
        await wallet.approvals.decide(wallet.approvals.open()[0]?.id ?? '', { kind: 'reject' });
        await expect(asked).rejects.toMatchObject({ code: 'rejected' });
      },
      async command(command: string, payload: unknown) {
        last += 1;
        const id = last;
        page.say({ id, command, payload });
        const answer = () => page.heard.filter(isRecord).find((one) => one.id === id);
        await eventually(() => expect(answer()).toBeDefined());
        expect(answer()).toMatchObject({ result: null });
      },
      async end() {
        Reflect.deleteProperty(browser, 'runtime');
        await harness.close();
      },
    };
  }

  it('lists only procedures of the open vault’s accounts, and keeps the stored procedures of other vaults', async () => {
    const page = await openPage();
    await eventually(() => expect(page.listed()).toEqual([OWN]));
    expect(await stored(page.areas, ordersKeys.waysBack).read()).toEqual(ROWS);
    await page.end();
  });

  it('ends a stopped trade whose last leg a former worker has filled', async () => {
    const { preparation: _preparation, ...base } = fillOf(OWN);
    const proof = { option: TOKEN, block: '1', compared: [], differing: [] };
    const amounts = { premium: '1', fee: '0', referralFee: '0', collateral: '1' };
    const sent = { key: 'own:2', to: TOKEN, data: '0x', hash: '0x2' };
    const fill = { ...base, stage: 'indexed', fill: sent, proof: { ...proof, ...amounts } };
    const terms = { asset: 'ETH', product: 'PUT', side: 'buy', strikes: [1], expiry: 1 };
    const leg = {
      terms: { ...terms, collateralSymbol: 'USDC' },
      ...{ decimals: 6, contracts: '1', price: '1', fill: OWN, isBegun: true },
    };
    const trade = { id: 'legs', at: 1, account: OWN, legs: [leg], end: 'stopped' };
    const page = await openPage([fill], [trade]);
    await eventually(async () =>
      expect(await stored(page.areas, ordersKeys.legs).read()).toMatchObject([{ end: 'done' }]),
    );
    await page.end();
  });

  it('lists an ended trade again when the fill of its leg fails', async () => {
    const { preparation: _preparation, ...base } = fillOf(OWN);
    const newer = { digest: '0x2', price: '1', isOtherMaker: false };
    const terms = { asset: 'ETH', product: 'PUT', side: 'buy', strikes: [1], expiry: 1 };
    const leg = {
      terms: { ...terms, collateralSymbol: 'USDC' },
      ...{ decimals: 6, contracts: '1', price: '1', fill: OWN, isBegun: true, isDone: true },
    };
    const trade = { id: 'legs', at: 1, account: OWN, legs: [leg], end: 'done' };
    const page = await openPage([{ ...base, stage: 'replaced', newer }], [trade]);
    await page.command('fills.dismiss', { id: OWN });
    await eventually(async () =>
      expect(await stored(page.areas, ordersKeys.legs).read()).toMatchObject([
        { end: 'superseded' },
      ]),
    );
    await page.end();
  });

  it('closes the approval window after the last request, even if a stored fill of a different vault has further steps', async () => {
    const page = await openPage([fillOf(FORMER)]);
    await eventually(() => expect(page.listed()).toEqual([OWN]));
    page.closed.length = 0;
    await page.reject();
    await eventually(() => expect(page.closed).not.toEqual([]));
    await page.end();
  });

  it('deletes all procedures when the vault is forgotten, and stores none afterwards', async () => {
    const page = await openPage();
    await page.command('vault.forget', { word: 'forget' });
    await page.command('procedures.stop', { id: 'way-0' });
    expect(await stored(page.areas, ordersKeys.waysBack).read()).toBeUndefined();
    await page.end();
  });
});
