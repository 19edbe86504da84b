import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactNode } from 'react';
import { onTestFinished, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { WalletContext } from '../../../components/hooks/use-wallet.ts';
import { WalletFailure } from '../../../components/hooks/wallet-connection.ts';
import type { PlainCode } from '../../../shared/messages/failures.ts';
import type { WalletSnapshot } from '../../../shared/messages/snapshot.ts';
import {
  type Answers,
  sampleWallet,
  type TopicValues,
  watchedValues,
} from '../../gallery/sample-wallet.ts';
import { ANSWERS } from '../../gallery/samples/answers.ts';
import { ORDERS } from '../../gallery/samples/market.ts';
import { snapshotWith } from '../../gallery/samples/snapshot.ts';
import { eventually } from '../../helpers/eventually.ts';
import { buttonsOf, wordsOf } from './read-markup.ts';
import { SmallDocument, SmallElement, SmallEvent, SmallWindow } from './small-dom.ts';

/** Node's real timer, even in tests with fake timers. */
const { setTimeout: realTimeout } = globalThis;
const GLOBALS = [
  'window',
  'document',
  'matchMedia',
  'ResizeObserver',
  'IS_REACT_ACT_ENVIRONMENT',
] as const;

/**
 * Replaces `ResizeObserver`. Elements of this small document have no size, so no size ever changes.
 */
class NoResizes {
  readonly observed: unknown[] = [];
  observe(element: unknown): void {
    this.observed.push(element);
  }
  disconnect(): void {
    this.observed.length = 0;
  }
}

/** Returns an answer to a command that throws the worker's failure. */
export function refusing(code: PlainCode): () => never {
  return () => {
    throw new WalletFailure({ code });
  };
}

/**
 * Renders an element on a page. The test can click and type until it ends. The worker answers with
 * `answers`, and otherwise with the gallery's answers.
 */
export async function openPage(
  element: ReactNode,
  {
    snapshot = {},
    answers = {},
    topics = {},
    queries = new QueryClient(),
  }: {
    snapshot?: Partial<WalletSnapshot>;
    answers?: Answers;
    topics?: TopicValues;
    queries?: QueryClient;
  } = {},
) {
  const document = new SmallDocument();
  const window = new SmallWindow(document);
  const former = new Map(
    GLOBALS.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]),
  );
  const values = [window, document, window.matchMedia, NoResizes, true];
  GLOBALS.forEach((name, i) => {
    Object.defineProperty(globalThis, name, { value: values[i], configurable: true });
  });
  // Loaded here and not earlier, because React checks only once whether there is a document.
  const { createRoot } = await import('react-dom/client');
  const asked: [command: string, payload: unknown][] = [];
  const wallet = sampleWallet(snapshotWith(snapshot), { ...ANSWERS, ...answers });
  const store = createStore(() => ({
    snapshot: snapshotWith(snapshot),
    topics: watchedValues({ orders: ORDERS, ...topics }),
  }));
  const connection: typeof wallet = {
    ...wallet,
    store,
    call(command, payload) {
      asked.push([command, payload]);
      return wallet.call(command, payload);
    },
  };
  const root = createRoot(document.body as unknown as HTMLElement);
  await act(async () =>
    root.render(
      <WalletContext value={connection}>
        <QueryClientProvider client={queries}>{element}</QueryClientProvider>
      </WalletContext>,
    ),
  );
  onTestFinished(async () => {
    await act(async () => root.unmount());
    // Query results are announced in a timer, which still needs the window.
    await new Promise((resolve) => realTimeout(resolve, 0));
    for (const [name, descriptor] of former) {
      Reflect.deleteProperty(globalThis, name);
      if (descriptor !== undefined) Object.defineProperty(globalThis, name, descriptor);
    }
  });

  const html = () => document.body.html();
  const words = () => wordsOf(html());
  const nameOf = (button: SmallElement) =>
    button.getAttribute('aria-label') ?? wordsOf(button.html());
  const dispatch = (target: SmallElement, event: SmallEvent) =>
    act(async () => void target.dispatchEvent(event));

  function only(found: readonly SmallElement[], what: string): SmallElement {
    const [first] = found;
    if (first === undefined || found.length > 1)
      throw new Error(`${found.length} × ${what} on the page: ${words()}`);
    return first;
  }

  function field(label: string): SmallElement {
    const inputs = document.body.all(({ localName }) =>
      ['input', 'select', 'textarea'].includes(localName),
    );
    const labels = document.body.all(({ localName }) => localName === 'label');
    return only(
      inputs.filter((input) => {
        if (input.getAttribute('aria-label') === label) return true;
        const id = input.getAttribute('id');
        return labels.some(
          (of) =>
            wordsOf(of.html()) === label &&
            (of.contains(input) || (id !== null && of.getAttribute('for') === id)),
        );
      }),
      `field ${label}`,
    );
  }

  async function click(name: string): Promise<void> {
    const buttons = document.body.all(({ localName }) => localName === 'button');
    const button = only(
      buttons.filter((known) => nameOf(known) === name),
      `button ${name}`,
    );
    if (button.disabled) throw new Error(`the button ${name} is disabled`);
    button.focus();
    await dispatch(button, new SmallEvent('click'));
    if (button.type !== 'submit') return;
    let form = button.parentNode;
    while (form !== null && form.nodeName !== 'FORM') form = form.parentNode;
    if (form instanceof SmallElement) await dispatch(form, new SmallEvent('submit'));
  }

  return {
    html,
    words,
    /** All requests of the page to the worker. */
    asked,
    /** The payloads of all requests with one command. */
    askedFor: (command: string) =>
      asked.flatMap(([of, payload]) => (of === command ? [payload] : [])),
    isDisabled: (name: string) => buttonsOf(html()).find((b) => b.name === name)?.isDisabled,
    valueOf(label: string): string {
      const found = field(label);
      if (found.localName !== 'select') return found.value ?? '';
      return found.options.find(({ selected }) => selected)?.value ?? '';
    },
    click,
    /** Replaces the text of a field, key by key. */
    async type(label: string, text: string): Promise<void> {
      const input = field(label);
      for (let length = text === '' ? 0 : 1; length <= text.length; length++) {
        input.value = text.slice(0, length);
        await dispatch(input, new SmallEvent('input'));
      }
    },
    async choose(label: string, value: string): Promise<void> {
      const select = field(label);
      for (const option of select.options) option.selected = option.value === value;
      select.value = value;
      await dispatch(select, new SmallEvent('change'));
    },
    async tick(label: string): Promise<void> {
      const box = field(label);
      box.checked = !box.checked;
      await dispatch(box, new SmallEvent('click'));
    },
    /** Clicks a link without leaving the page. */
    async follow(name: string): Promise<void> {
      const links = document.body.all(({ localName }) => localName === 'a');
      const link = only(
        links.filter((known) => nameOf(known) === name),
        `link ${name}`,
      );
      await dispatch(link, new SmallEvent('click'));
    },
    /** Unfolds a part by its heading, which is always visible. */
    async unfold(name: string): Promise<void> {
      const details = document.body.all(({ localName }) => localName === 'details');
      const part = only(
        details.filter((known) => wordsOf(known.querySelector('summary')?.html() ?? '') === name),
        `part ${name}`,
      );
      Object.assign(part, { open: true });
      await dispatch(part, new SmallEvent('toggle', { bubbles: false }));
    },
    /** Runs work that changes the page from outside. */
    during: (work: () => void) => act(async () => work()),
    /** Lets time pass, with fake timers. */
    after: (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms))),
    async chooseFile(content: string): Promise<void> {
      const inputs = document.body.all(
        ({ type, localName }) => localName === 'input' && type === 'file',
      );
      const input = only(inputs, 'field for a file');
      Object.assign(input, { files: [{ name: 'chosen.json', text: async () => content }] });
      await dispatch(input, new SmallEvent('change'));
    },
    /** Waits until the page shows a text. */
    async shows(text: string): Promise<void> {
      await eventually(async () => {
        await act(async () => undefined);
        if (!words().includes(text)) throw new Error(`no ${text} on the page: ${words()}`);
      });
    },
    /** Changes the worker's state. The page receives the new state. */
    change: (next: Partial<WalletSnapshot>) =>
      act(async () => store.setState({ snapshot: { ...store.getState().snapshot, ...next } })),
  };
}
