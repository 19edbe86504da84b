import { verifyMessage } from 'ethers';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REPETITIONS } from '../belts.ts';
import { APPROVAL_BUTTONS } from '../helpers/approval-buttons.ts';
import { eventually } from '../helpers/eventually.ts';
import { type NodeDoor, startNodeDoor } from '../helpers/node-door.ts';
import { type PageServer, startPageServer } from '../helpers/page-server.ts';
import { text } from '../helpers/screen-texts.ts';
import { startWalletInUse, type WalletInUse } from '../helpers/wallet-in-use.ts';

const { reads: KILLS_OF_READS, signing: KILLS_OF_SIGNING } = REPETITIONS.workerKills;
const FRIEND = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';

let used: WalletInUse;
let server: PageServer;
let door: NodeDoor;
/** Two origins with one site each, because a site may open only thirty prompts a minute. */
let sites: readonly [Page, Page];

beforeAll(async () => {
  used = await startWalletInUse({
    nodeUrl: async ({ rpcUrl }) => {
      door = await startNodeDoor(rpcUrl);
      return door.url;
    },
  });
  server = await startPageServer();
  const open = async (url: string) => {
    const page = await used.browser.context.newPage();
    await page.goto(`${url}/site`);
    await Promise.all([used.answer('Connect'), ask(page, 'eth_requestAccounts')]);
    return page;
  };
  sites = [await open(server.url), await open(server.otherUrl)];
});

afterAll(async () => {
  await used?.stop();
  await server?.stop();
  await door?.stop();
});

type Outcome = { readonly result: unknown } | { readonly code: unknown };

const ask = (page: Page, method: string, params: unknown = []) =>
  page.evaluate<Outcome>(`ethereum.request(${JSON.stringify({ method, params })}).then(
    (result) => ({ result }), (error) => ({ code: error.code, message: error.message }))`);
const sign = (page: Page, text: string) => ask(page, 'personal_sign', [text, used.address]);
const send = (page: Page, value: number) =>
  ask(page, 'eth_sendTransaction', [
    { from: used.address, to: FRIEND, value: `0x${value.toString(16)}` },
  ]);
const sentCount = () => used.devnet.client.getTransactionCount({ address: takerOf() });
const takerOf = () => used.devnet.accounts.takers[0].address;
const windows = () =>
  used.browser.context.pages().filter((page) => page.url().includes('/approval.html'));

/**
 * Presses the button in any open window until the page gets its answer, even if the worker dies in
 * between.
 */
async function through(asked: Promise<Outcome>, button: 'Sign' | 'Confirm'): Promise<Outcome> {
  let outcome: Outcome | undefined;
  void asked.then((answer) => {
    outcome = answer;
  });
  return eventually(async () => {
    if (outcome !== undefined) return outcome;
    const [window] = windows();
    await window
      ?.getByRole('button', { name: text(APPROVAL_BUTTONS[button]), exact: true })
      .click({ timeout: 900 });
    expect(outcome).toBeDefined();
    return asked;
  });
}

/** Returns pseudo-random numbers from 0 to 1, the same in every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

const passing = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('the wallet during a site’s transaction', () => {
  const phases: readonly [string, () => Promise<{ asked: Promise<Outcome>; isAgreed: boolean }>][] =
    [
      [
        'while the window opens',
        async () => {
          const asked = send(sites[0], 1);
          await used.browser.waitForWindow('approval.html');
          return { asked, isAgreed: false };
        },
      ],
      [
        'while the user reads',
        async () => {
          const asked = send(sites[0], 2);
          const window = await used.approval();
          await window
            .getByRole('button', { name: text('approvals.confirm'), exact: true })
            .waitFor();
          return { asked, isAgreed: false };
        },
      ],
      [
        'after the click, before the bytes are signed',
        async () => {
          const asked = send(sites[0], 3);
          const window = await used.approval();
          await window.locator('button:enabled', { hasText: text('approvals.confirm') }).waitFor();
          const arrived = door.hold('eth_getTransactionCount', 'before');
          await window
            .getByRole('button', { name: text('approvals.confirm'), exact: true })
            .click();
          await arrived;
          return { asked, isAgreed: false };
        },
      ],
      [
        'after the bytes are stored, before the node has them',
        async () => {
          const asked = send(sites[0], 4);
          const window = await used.approval();
          const arrived = door.hold('eth_sendRawTransaction', 'before');
          await window
            .getByRole('button', { name: text('approvals.confirm'), exact: true })
            .click();
          const release = await arrived;
          return { asked: asked.finally(release), isAgreed: true };
        },
      ],
      [
        'after the node has the bytes, before its answer',
        async () => {
          const asked = send(sites[0], 5);
          const window = await used.approval();
          const arrived = door.hold('eth_sendRawTransaction', 'after');
          await window
            .getByRole('button', { name: text('approvals.confirm'), exact: true })
            .click();
          const release = await arrived;
          return { asked: asked.finally(release), isAgreed: true };
        },
      ],
      [
        'after the answer',
        async () => {
          const asked = send(sites[0], 6);
          await used.answer('Confirm');
          await asked;
          return { asked, isAgreed: true };
        },
      ],
    ];

  it.each(phases)(
    'sends one transaction and answers with its hash when the worker is killed %s',
    async (_, start) => {
      const before = await sentCount();
      const { asked, isAgreed } = await start();
      await used.browser.stopWorker();
      const outcome = isAgreed ? await asked : await through(asked, 'Confirm');
      expect(outcome).toEqual({ result: expect.stringMatching(/^0x[0-9a-f]{64}$/) });
      const { result: hash } = outcome as { result: `0x${string}` };
      await eventually(() => used.devnet.client.getTransactionReceipt({ hash }));
      expect(await sentCount()).toBe(before + 1);
      await eventually(async () => expect(windows()).toHaveLength(0));
    },
  );
});

describe(`${KILLS_OF_READS + KILLS_OF_SIGNING} kills at random moments`, () => {
  it('the wallet answers every read despite kills of the worker', async () => {
    const next = random(7);
    for (let i = 0; i < KILLS_OF_READS; i += 1) {
      const asked = Promise.all(
        sites.flatMap((page) => [
          ask(page, 'eth_chainId'),
          ask(page, 'eth_getBalance', [FRIEND, 'latest']),
        ]),
      );
      await passing(next() * 30);
      await Promise.all([used.browser.stopWorker(), asked]);
      for (const outcome of await asked) {
        expect(outcome).toEqual({ result: expect.stringMatching(/^0x[0-9a-f]+$/) });
      }
    }
  });

  it('the wallet neither loses nor repeats a signature or transaction when the worker is killed', async () => {
    const next = random(11);
    for (let i = 0; i < KILLS_OF_SIGNING; i += 1) {
      const page = sites[i % 2 === 0 ? 0 : 1];
      const before = await sentCount();
      const isSend = i % 5 === 0;
      const text = `round ${i}`;
      const asked = isSend ? send(page, i + 1) : sign(page, text);
      const killed = passing(next() * 1100).then(() => used.browser.stopWorker());
      const outcome = await through(asked, isSend ? 'Confirm' : 'Sign');
      await Promise.all([killed, ask(page, 'eth_chainId')]);
      expect(outcome).toEqual({ result: expect.stringMatching(/^0x[0-9a-f]+$/) });
      const { result } = outcome as { result: `0x${string}` };
      if (isSend) {
        await eventually(() => used.devnet.client.getTransactionReceipt({ hash: result }));
      } else expect(verifyMessage(text, result)).toBe(used.address);
      expect(await sentCount()).toBe(before + (isSend ? 1 : 0));
      await eventually(async () => expect(windows()).toHaveLength(0));
    }
  }, 180_000);
});
