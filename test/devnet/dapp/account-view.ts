import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import { TOKENS } from '../../../shared/chain/deployments.ts';
import { say } from './activity.ts';
import { byId, element } from './dom.ts';
import { amount, explain, time } from './format.ts';
import { type DappConfig, loadPositions } from './services.ts';
import type { Session } from './session.ts';

const SHOWN_TOKENS = ['USDC', 'WETH', 'cbBTC'];

/**
 * Reads and shows the connected account's tokens (from the chain) and options (from the indexer).
 */
export async function showAccount(session: Session, config: DappConfig | undefined): Promise<void> {
  try {
    byId('balances', HTMLElement).replaceChildren(...(await balances(session)));
  } catch (error) {
    say('bad', `The balances could not be read. ${explain(error)}`);
  }
  if (config !== undefined) await showPositions(session, config);
}

async function balances({ reader, account }: Session): Promise<HTMLElement[]> {
  const ether = await reader.getBalance({ address: account });
  const cells = [balance('ETH', amount(ether, 18, 'ETH'))];
  for (const token of TOKENS.filter(({ symbol }) => SHOWN_TOKENS.includes(symbol))) {
    const held = await reader.readContract({
      address: token.address,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [account],
    });
    cells.push(balance(token.symbol, amount(held, token.decimals, token.symbol)));
  }
  return cells;
}

async function showPositions({ account }: Session, config: DappConfig): Promise<void> {
  const box = byId('positions', HTMLElement);
  try {
    const positions = await loadPositions(config, account);
    const lines = positions.map((one) =>
      element(
        'li',
        { 'data-testid': 'position' },
        `${one.side} · ${one.underlyingAsset} · expires ${time(one.expiryTimestamp)} · `,
        element('code', {}, one.address),
      ),
    );
    box.replaceChildren(
      element('p', { class: 'muted' }, `${positions.length} open positions`),
      element('ul', { class: 'activity' }, ...lines),
    );
  } catch (error) {
    box.replaceChildren(element('p', { class: 'muted' }, explain(error)));
  }
}

function balance(symbol: string, text: string): HTMLElement {
  return element(
    'div',
    { 'data-testid': `balance-${symbol}` },
    element('dt', {}, symbol),
    element('dd', {}, text),
  );
}
