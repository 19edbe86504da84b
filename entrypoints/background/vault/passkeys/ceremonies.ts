import { fromBase64url, toBase64url } from '../../../../shared/bytes.ts';
import { forgetLastMatch } from '../../../../shared/last-match.ts';
import {
  type CeremonyCommand,
  type CeremonyOutcome,
  type CeremonyReport,
  CeremonyReportSchema,
  type CeremonyStep,
  type CeremonyWork,
} from '../../../../shared/messages/ceremony.ts';
import type { Failure } from '../../../../shared/messages/failures.ts';
import { CEREMONY_PORT } from '../../../../shared/messages/port-names.ts';
import { parseAs } from '../../../../shared/parse.ts';
import type { Random } from '../../../../shared/ports.ts';
import type { LanguageChoice } from '../../../../shared/texts.ts';
import { KEEP_ALIVE_MS } from '../../platform/platform.ts';
import { isOwnPage, post, type RuntimePort } from '../../platform/ports.ts';
import type { Windows } from '../../platform/windows.ts';
import { CeremonyError } from '../home/errors.ts';

export type Created = Extract<CeremonyReport, { type: 'created' }>;
type Asserted = Extract<CeremonyReport, { type: 'asserted' }>;

/** A window in which passkey prompts follow each other. */
export interface Ceremony {
  create(step: Omit<Extract<CeremonyStep, { kind: 'create' }>, 'kind'>): Promise<Created>;
  get(step: Omit<Extract<CeremonyStep, { kind: 'get' }>, 'kind'>): Promise<Asserted>;
  working(work: CeremonyWork): void;
  /**
   * Reports to the passkey provider that the account no longer has this passkey, if the browser
   * supports that.
   */
  forget(passkey: { rpId: string; credentialId: string }): void;
}

export interface Ceremonies {
  /**
   * Opens the ceremony window, runs `steps` and closes the window. Only one ceremony runs at a
   * time. A call during a ceremony brings that ceremony's window to the front and rejects. Rejects
   * with `CeremonyError`.
   */
  run<Result>(
    steps: (ceremony: Ceremony) => Promise<Result>,
    outcome: CeremonyOutcome,
  ): Promise<Result>;
  isRunning(): boolean;
  /** Accepts the port of a ceremony page; refuses any other port. */
  accept(port: RuntimePort): void;
}

interface Running {
  readonly id: string;
  tabId?: number;
  port?: RuntimePort;
  waiting?: { number: number; resolve(report: CeremonyReport): void; reject(error: Error): void };
  pending?: CeremonyCommand;
  ended: boolean;
}

export function createCeremonies(deps: {
  windows: Windows;
  random: Random;
  failureOf: (error: unknown) => Failure;
  language: () => LanguageChoice;
  /** Makes a cheap call of the extension API, which keeps the worker alive. */
  keepAlive: () => void;
  onChange: () => void;
}): Ceremonies {
  let running: Running | undefined;
  /** The last ceremony if it failed. Its window stays open and shows the reason. */
  let failed: Running | undefined;

  const send = (current: Running, command: CeremonyCommand) => {
    current.pending = command;
    if (current.port !== undefined) post(current.port, command);
  };

  const fail = (current: Running, error: Error) => {
    current.ended = true;
    current.waiting?.reject(error);
    delete current.waiting;
  };

  let count = 0;
  function ask(current: Running, step: CeremonyStep): Promise<CeremonyReport> {
    if (current.ended) return Promise.reject(closedError());
    count += 1;
    const number = count;
    return new Promise((resolve, reject) => {
      current.waiting = { number, resolve, reject };
      send(current, { type: 'step', number, ...step });
    });
  }

  const ceremonyOf = (current: Running): Ceremony => ({
    async create(step) {
      const report = await ask(current, { kind: 'create', ...step });
      if (report.type !== 'created') throw closedError();
      return report;
    },
    async get(step) {
      const report = await ask(current, { kind: 'get', ...step });
      if (report.type !== 'asserted') throw closedError();
      return report;
    },
    working: (work) => send(current, { type: 'working', work }),
    forget: (passkey) => {
      if (current.port !== undefined) post(current.port, { type: 'forget', ...passkey });
    },
  });

  deps.windows.onClosed((tabId) => {
    if (running !== undefined && running.tabId === tabId) fail(running, closedError());
  });

  return {
    isRunning: () => running !== undefined,
    async run(steps, outcome) {
      if (running !== undefined) {
        if (running.tabId !== undefined) await deps.windows.focus(running.tabId);
        throw new CeremonyError('windowOpen');
      }
      const current: Running = { id: toBase64url(deps.random.bytes(16)), ended: false };
      running = current;
      deps.onChange();
      // An open port doesn't keep the worker alive while the user looks for the security key.
      const timer = setInterval(deps.keepAlive, KEEP_ALIVE_MS);
      try {
        const stale = failed?.tabId;
        failed = undefined;
        if (stale !== undefined) await deps.windows.close(stale);
        current.tabId = await deps.windows.open(
          `ceremony.html?language=${deps.language()}#${current.id}`,
        );
        const result = await steps(ceremonyOf(current));
        send(current, { type: 'finished', outcome });
        await deps.windows.close(current.tabId);
        return result;
      } catch (error) {
        if (!current.ended) {
          send(current, { type: 'failed', failure: deps.failureOf(error) });
          failed = current;
        }
        throw error;
      } finally {
        clearInterval(timer);
        current.ended = true;
        running = undefined;
        deps.onChange();
      }
    },
    accept(port) {
      // A ceremony can fail before its page is loaded. The page must still get the reason.
      const current = [running, failed].find((known) => port.name === CEREMONY_PORT + known?.id);
      if (!isOwnPage(port) || current === undefined) {
        port.disconnect();
        return;
      }
      current.port = port;
      port.onMessage.addListener((message: unknown) => {
        const report = parseAs(CeremonyReportSchema, message);
        const { waiting } = current;
        if (report === undefined || waiting?.number !== report.number) return;
        delete current.waiting;
        if (report.type === 'failed') {
          waiting.reject(new CeremonyError(report.failure, 'The passkey prompt failed.'));
        } else {
          waiting.resolve(report);
        }
      });
      port.onDisconnect.addListener(() => fail(current, closedError()));
      if (current.pending !== undefined) post(port, current.pending);
    },
  };
}

/**
 * Returns the secret key of a step that requested it. Throws `CeremonyError` noPrf when the
 * authenticator returned no PRF value. The caller wipes the key.
 */
export function unlockKeyOf(report: Created | Asserted): Uint8Array<ArrayBuffer> {
  const key = report.unlockKey === null ? undefined : fromBase64url(report.unlockKey);
  // The schema check's last regular expression match still contains the key.
  forgetLastMatch();
  if (key === undefined) {
    throw new CeremonyError('noPrf');
  }
  return key;
}

/**
 * Returns the public key (base64url) of a step that requested it. Throws `CeremonyError` noPrf when
 * the authenticator returned no PRF value.
 */
export function publicKeyOf(report: Created | Asserted): string {
  if (report.publicKey === null) {
    throw new CeremonyError('noPrf');
  }
  return report.publicKey;
}

function closedError(): CeremonyError {
  return new CeremonyError('windowClosed');
}
