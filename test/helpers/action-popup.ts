import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { eventually } from './eventually.ts';

/** The popup that the toolbar button opens. Playwright doesn't list it among the pages. */
export interface ActionPopup {
  /** Evaluates an expression in the popup, and awaits its promise. */
  evaluate<Value>(expression: string): Promise<Value>;
  /** Waits for a button whose text contains `name`, and clicks it with the mouse. */
  press(name: string): Promise<void>;
  waitForText(text: string): Promise<void>;
}

interface Answer {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** Connects to the open popup of an extension, through the session of any page. */
export async function attachToPopup(
  context: BrowserContext,
  through: Page,
  url: string,
): Promise<ActionPopup> {
  const session = await context.newCDPSession(through);
  const targetId = await eventually(async () => {
    const { targetInfos } = await session.send('Target.getTargets');
    const found = targetInfos.find((target) => target.url === url);
    if (found === undefined) throw new Error('The popup is not open.');
    return found.targetId;
  });
  const send = await messagesTo(session, targetId);
  const evaluate = async <Value>(expression: string): Promise<Value> => {
    const { result, exceptionDetails } = (await send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    })) as { result: { value: Value }; exceptionDetails?: { text: string } };
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text);
    return result.value;
  };
  return {
    evaluate,
    async press(name) {
      const [x, y] = await eventually(async () => {
        const middle = await evaluate<[number, number] | null>(middleOf(name));
        if (middle === null) throw new Error(`The popup has no button “${name}”.`);
        return middle;
      });
      for (const type of ['mousePressed', 'mouseReleased']) {
        await send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 });
      }
    },
    async waitForText(text) {
      await eventually(async () => {
        const shown = await evaluate<string>('document.body.innerText');
        if (!shown.includes(text)) throw new Error(`The popup shows “${shown}”.`);
      });
    },
  };
}

/** Returns an expression for the middle of an enabled button; null without such a button. */
function middleOf(name: string): string {
  return `(() => {
    const buttons = [...document.querySelectorAll('button:not(:disabled)')];
    const button = buttons.find(({ innerText }) => innerText.includes(${JSON.stringify(name)}));
    if (button === undefined) return null;
    button.scrollIntoView({ block: 'nearest' });
    const { left, top, width, height } = button.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  })()`;
}

/** Opens a separate session to a target. Returns a function that sends commands to the target. */
async function messagesTo(session: CDPSession, targetId: string) {
  const { sessionId } = await session.send('Target.attachToTarget', { targetId });
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  session.on('Target.receivedMessageFromTarget', (event) => {
    if (event.sessionId !== sessionId) return;
    const { id = 0, result, error } = JSON.parse(event.message) as Answer;
    const command = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) command?.resolve(result);
    else command?.reject(new Error(error.message));
  });
  let count = 0;
  return async (method: string, params: unknown): Promise<unknown> => {
    count += 1;
    const command = Promise.withResolvers<unknown>();
    waiting.set(count, command);
    const message = JSON.stringify({ id: count, method, params });
    await session.send('Target.sendMessageToTarget', { sessionId, message });
    return command.promise;
  };
}
