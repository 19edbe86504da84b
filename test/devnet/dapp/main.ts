import type { Feed, FeedEntry } from '../../../shared/orders/parse-feed.ts';
import { showAccount } from './account-view.ts';
import { say } from './activity.ts';
import { byId, element } from './dom.ts';
import { explain } from './format.ts';
import { isSound } from './market.ts';
import { showOrders, tick } from './orders-view.ts';
import { askFaucet, askIndexer, type DappConfig, loadConfig, loadFeed } from './services.ts';
import { connect, restore, type Session } from './session.ts';
import { openTicket } from './ticket-view.ts';
import { discoverWallets, type Wallet } from './wallets.ts';

/** Key in `localStorage` for the wallet that the page continues with after a reload. */
const LAST_WALLET = 'last-wallet';
const REFRESH_EVERY = 30_000;
const INDEXER_DELAY = 15_000;

interface State {
  config: DappConfig | undefined;
  feed: Feed | undefined;
  sound: readonly FeedEntry[];
  session: Session | undefined;
}

function start(): void {
  const state: State = { config: undefined, feed: undefined, sound: [], session: undefined };
  const wallets = byId('wallets', HTMLElement);
  const chain = byId('chain', HTMLElement);
  const accountPill = byId('account', HTMLElement);
  const asset = byId('asset', HTMLSelectElement);
  const side = byId('side', HTMLSelectElement);

  async function reloadFeed(): Promise<Feed> {
    const config = state.config ?? (await loadConfig());
    state.config = config;
    const feed = await loadFeed(config);
    state.feed = feed;
    state.sound = feed.orders.filter(isSound);
    return feed;
  }

  function drawOrders(): void {
    const count = showOrders(state.sound, { asset: asset.value, side: side.value }, pick);
    byId('orders-hint', HTMLElement).textContent =
      `${count} of ${state.sound.length} orders, each checked against its maker's signature.`;
  }

  async function refresh(): Promise<void> {
    try {
      await reloadFeed();
      drawOrders();
      byId('faucet', HTMLElement).hidden = state.config?.hasFaucet !== true;
    } catch (error) {
      byId('orders-hint', HTMLElement).textContent = explain(error);
    }
  }

  function pick(entry: FeedEntry): void {
    const { session, feed } = state;
    if (session === undefined || feed === undefined) {
      say('bad', 'Connect a wallet first, then fill.');
      byId('connect', HTMLElement).scrollIntoView({ block: 'start' });
      return;
    }
    openTicket({ entry, feed, session, reloadFeed, onFilled: () => void showFilled() });
  }

  /** Asks the indexer to update, then reads twice, because the indexer needs a moment. */
  async function showFilled(): Promise<void> {
    if (state.config !== undefined) await askIndexer(state.config);
    await drawAccount();
    setTimeout(() => void drawAccount(), INDEXER_DELAY);
  }

  async function drawAccount(): Promise<void> {
    if (state.session !== undefined) await showAccount(state.session, state.config);
  }

  function drawSession(): void {
    const { session } = state;
    const isConnected = session !== undefined;
    chain.textContent = isConnected ? `Base (${session.chainId})` : 'Not connected';
    chain.classList.toggle('good', isConnected);
    accountPill.hidden = !isConnected;
    accountPill.textContent = session?.account ?? '';
    byId('disconnect', HTMLElement).hidden = !isConnected;
    byId('connect', HTMLElement).hidden = isConnected;
    byId('funds', HTMLElement).hidden = !isConnected;
  }

  function leave(): void {
    state.session = undefined;
    drawSession();
  }

  async function enter(session: Session | undefined): Promise<void> {
    if (session === undefined) return leave();
    state.session = session;
    localStorage.setItem(LAST_WALLET, session.wallet.info.rdns);
    drawSession();
    say('good', `Connected to ${session.wallet.info.name}.`);
    await drawAccount();
  }

  async function choose(wallet: Wallet): Promise<void> {
    say('busy', `Asking ${wallet.info.name} for an account. Look at your wallet…`);
    try {
      await enter(await connect(wallet));
    } catch (error) {
      say('bad', explain(error));
    }
  }

  /** Follows the last used wallet: shows its account, and each change of it. */
  function follow(wallet: Wallet): void {
    const isLast = () => localStorage.getItem(LAST_WALLET) === wallet.info.rdns;
    const resume = () => {
      if (isLast()) restore(wallet).then(enter).catch(leave);
    };
    wallet.provider.on('accountsChanged', resume);
    resume();
  }

  function disconnect(): void {
    localStorage.removeItem(LAST_WALLET);
    leave();
  }

  async function sign(): Promise<void> {
    const { session } = state;
    if (session === undefined) return;
    const text = `Strike Desk asks you to sign this line.\nIt moves nothing.\n${new Date().toISOString()}`;
    try {
      const signature = await session.signer.signMessage({ message: text });
      const isValid = await session.reader.verifyMessage({
        address: session.account,
        message: text,
        signature,
      });
      if (isValid) say('good', 'Signed, and the signature is yours.', { signature });
      else say('bad', 'The wallet gave a signature that is not yours.');
    } catch (error) {
      say('bad', explain(error));
    }
  }

  async function faucet(): Promise<void> {
    const { session } = state;
    if (session === undefined) return;
    try {
      await askFaucet(session.account);
      say('good', 'Test tokens have arrived: ETH, USDC, WETH and cbBTC.');
      await drawAccount();
    } catch (error) {
      say('bad', explain(error));
    }
  }

  discoverWallets((wallet) => {
    byId('connect-hint', HTMLElement).textContent =
      'These wallets announced themselves in this browser.';
    const button = element(
      'button',
      { type: 'button', 'data-testid': 'wallet-option', 'data-rdns': wallet.info.rdns },
      element('img', { src: wallet.info.icon, alt: '' }),
      element('span', {}, wallet.info.name, element('small', { class: 'rdns' }, wallet.info.rdns)),
    );
    button.addEventListener('click', () => void choose(wallet));
    wallets.append(element('li', {}, button));
    follow(wallet);
  });
  setTimeout(() => {
    if (wallets.childElementCount === 0)
      byId('connect-hint', HTMLElement).textContent =
        'No wallet announced itself. Install Condor, then reload this page.';
  }, 1500);
  byId('disconnect', HTMLElement).addEventListener('click', disconnect);
  byId('sign', HTMLElement).addEventListener('click', () => void sign());
  byId('faucet', HTMLElement).addEventListener('click', () => void faucet());
  byId('refresh', HTMLElement).addEventListener('click', () => void refresh());
  asset.addEventListener('change', drawOrders);
  side.addEventListener('change', drawOrders);
  setInterval(tick, 1000);
  setInterval(() => void refresh(), REFRESH_EVERY);
  void refresh();
}

start();
