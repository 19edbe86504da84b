import { failureOf } from '../../../entrypoints/background/chain/failures.ts';
import { createOutgoing } from '../../../entrypoints/background/kernel/outgoing.ts';
import { createSettings } from '../../../entrypoints/background/kernel/settings.ts';
import { type Areas, stored } from '../../../entrypoints/background/kernel/stored.ts';
import { ALL_KEYS, STORED_KEYS } from '../../../entrypoints/background/stored-keys.ts';
import { CeremonyError } from '../../../entrypoints/background/vault/home/errors.ts';
import { createVaultParts } from '../../../entrypoints/background/vault/parts.ts';
import type {
  Ceremonies,
  Ceremony,
} from '../../../entrypoints/background/vault/passkeys/ceremonies.ts';
import { fromBase64url, toBase64url } from '../../../shared/bytes.ts';
import type { KeyNeed } from '../../../shared/messages/ceremony.ts';
import type { ChosenAccount } from '../../../shared/messages/commands/import.ts';
import { BASE_SERVICES } from '../../../shared/messages/default-services.ts';
import type { Elapsed, Fetch, Wait } from '../../../shared/ports.ts';
import { PRF_INPUT, passkeyKeyPair } from '../../../shared/vault/prf.ts';
import { createFakeRandom } from '../../helpers/fake-world.ts';
import type { SoftAuthenticator } from '../../helpers/soft-authenticator.ts';
import { type Harness, TENANT } from '../../server/vault/harness.ts';
import { browserOf } from './browser-platform.ts';
import { type MemoryArea, memoryAreas } from './memory-areas.ts';

/** How this device's passkey prompts behave. */
interface Prompts {
  /** Failure that replaces the authenticator's answer. If undefined, the authenticator answers. */
  refuse?: 'cancelled' | 'noPrf';
  /**
   * `none`: `create` returns no PRF value. `different`: its value differs from the later value of
   * `get`.
   */
  atCreate?: 'none' | 'different';
  /** True if `get` returns another value each time. */
  unstable?: boolean;
  /** A second authenticator, which creates the new passkeys. */
  another?: SoftAuthenticator | undefined;
  /** Runs before an assertion is returned, so that a test can interfere. */
  beforeAssertion?: () => Promise<void>;
}

/** Requests of this device to the vault service; a test can intercept them. */
export interface Network {
  /**
   * Receives each request. May answer instead of the server, or throw as if the connection were
   * broken.
   */
  intercept?: (
    request: {
      method: string;
      path: string;
      headers: Readonly<Record<string, string>>;
      body: string | undefined;
    },
    forward: () => Promise<Response>,
  ) => Promise<Response>;
}

/** Pattern of new accounts' names, as an English page sends it. */
const ACCOUNTS = 'Account #';

export type Device = ReturnType<typeof createDevice>;

/** Creates the worker's parts for the vault, with a real vault service that needs no socket. */
export function createDevice(options: {
  harness: Pick<Harness, 'app' | 'clock'>;
  authenticator: SoftAuthenticator;
  areas?: Areas & { local: MemoryArea; session: MemoryArea };
  name?: string;
  /** Pauses between attempts to learn the outcome of a save. Default: endless. */
  wait?: Wait;
  /** Milliseconds for which an unlock waits for the server's challenge. Default: a minute. */
  challengeWaitMs?: number;
  /** False for a browser whose extensions can't use passkeys. */
  hasDeviceHome?: boolean;
  /** The server's address as the user enters it. Default: the tenant's origin. */
  address?: string;
  /** The monotonic clock. Default: a stopped clock. */
  elapsed?: Elapsed;
}) {
  const { harness, authenticator } = options;
  const { clock } = harness;
  const areas = options.areas ?? memoryAreas();
  const random = createFakeRandom(`${options.name ?? 'device'} ${Math.random()}`);
  const prompts: Prompts = {};
  const network: Network = {};
  const requests: string[] = [];
  const purposes: string[] = [];
  /** Key material that each prompt requested, in the same order as `purposes`. */
  const needs: KeyNeed[] = [];
  const locks: string[] = [];
  const forgotten: string[] = [];
  let alarm: number | undefined;
  const origin = TENANT.webauthnOrigins[0] ?? '';

  /**
   * The `Origin` header that the browser's rule sets, and the address below which the rule applies.
   */
  let rule: { under: string; origin: string } | undefined;

  const fetch: Fetch = (url, init = {}) => {
    const path = new URL(url).pathname;
    const { method = 'GET', headers = {}, body } = init;
    requests.push(`${method} ${path}`);
    const forward = async () => {
      const answer = await harness.app.inject({
        method: method as 'GET',
        url: path,
        headers: {
          ...headers,
          ...(rule !== undefined && url.startsWith(rule.under) && { origin: rule.origin }),
        },
        ...(body === undefined ? {} : { payload: body }),
      });
      return new Response(answer.payload, { status: answer.statusCode });
    };
    return network.intercept?.({ method, path, headers, body }, forward) ?? forward();
  };

  /** Returns the ceremony page's answer, with only the parts that the step needs. */
  const keys = (
    need: KeyNeed,
    prf: Uint8Array | undefined,
    rpId: string,
    accountId: string,
    credentialId: string,
  ) => {
    if (need === 'none' || prf === undefined) return { unlockKey: null, publicKey: null };
    const { secretKey, publicKey } = passkeyKeyPair({
      prf,
      binding: { rpId, accountId: fromBase64url(accountId) ?? prf },
      credentialId: fromBase64url(credentialId) ?? prf,
    });
    return {
      unlockKey: need === 'secret' ? toBase64url(secretKey) : null,
      publicKey: toBase64url(publicKey),
    };
  };

  const refuseIfTold = () => {
    const { refuse } = prompts;
    if (refuse !== undefined) throw new CeremonyError(refuse, `the prompt ended: ${refuse}`);
  };

  /** Prefers the device's own authenticator to the other one. */
  const holderOf = (allowed: readonly { id: string }[]) =>
    [authenticator, prompts.another].find((candidate) =>
      candidate?.credentials.some(({ id }) => allowed.some((one) => one.id === id)),
    );

  const ceremony: Ceremony = {
    async create({ purpose, key, options: asked }) {
      purposes.push(purpose);
      needs.push(key);
      refuseIfTold();
      const { credential, prf } = (prompts.another ?? authenticator).create(asked, {
        origin,
        prfInput: PRF_INPUT,
      });
      const value =
        prompts.atCreate === 'none'
          ? undefined
          : prompts.atCreate === 'different'
            ? random.bytes(32)
            : prf;
      return {
        type: 'created',
        number: 1,
        credential,
        aaguid: '',
        ...keys(key, value, asked.rp.id, asked.user.id, credential.id),
      };
    },
    async get({ purpose, key, options: asked }) {
      purposes.push(purpose);
      needs.push(key);
      refuseIfTold();
      const chosen =
        asked.allowCredentials.length === 0 ? undefined : holderOf(asked.allowCredentials);
      const { credential, prf } = (chosen ?? authenticator).get(asked, {
        origin,
        prfInput: PRF_INPUT,
      });
      await prompts.beforeAssertion?.();
      const value = prompts.unstable ? random.bytes(32) : prf;
      return {
        type: 'asserted',
        number: 1,
        credential,
        ...keys(key, value, asked.rpId, credential.response.userHandle, credential.id),
      };
    },
    working: () => undefined,
    forget: ({ credentialId }) => {
      forgotten.push(credentialId);
    },
  };
  const ceremonies: Ceremonies = {
    run: (steps) => steps(ceremony),
    isRunning: () => false,
    accept: () => undefined,
  };

  const settings = createSettings({
    stored: stored(areas, STORED_KEYS.settings),
    outgoing: createOutgoing({ setRules: async () => undefined }),
    defaults: { ...BASE_SERVICES, vaultUrl: options.address ?? TENANT.origin },
    onChange: () => undefined,
  });
  const parts = createVaultParts({
    platform: {
      ...browserOf({ clock }).platform,
      fetch,
      random,
      elapsed: options.elapsed ?? (() => 0),
      /** Alarms never ring in tests, because the deadline must be kept without them. */
      alarms: {
        set: async (_name, at) => {
          alarm = at;
        },
        clear: async () => {
          alarm = undefined;
        },
        onAlarm: () => undefined,
      },
      deviceName: () => options.name ?? 'Test device',
      ownRpId: options.hasDeviceHome === false ? undefined : origin,
      setVaultOrigin: async ({ vaultUrl, origin: value }) => {
        rule = { under: `${vaultUrl}/`, origin: value };
      },
    },
    areas,
    keys: ALL_KEYS,
    settings,
    failureOf,
    onChange: () => undefined,
    onVaultChange: () => undefined,
    onLock: () => locks.push('locked'),
    onForget: () => locks.push('forgotten'),
    instead: {
      ceremonies,
      wait: options.wait ?? (() => new Promise(() => undefined)),
      challengeWaitMs: options.challengeWaitMs,
      onOriginSet: () => undefined,
    },
  });
  const { session, forgetOwner, wallets: made } = parts;
  const wallets = {
    ...made,
    saveDraft: (draftId: string, name: string) => made.saveDraft(draftId, name, ACCOUNTS),
    import: (
      name: string,
      typed: string,
      accountNames = ACCOUNTS,
      accounts?: readonly ChosenAccount[],
    ) => made.import(name, typed, accountNames, accounts),
    importKeystore: (name: string, file: string, password: string) =>
      made.importKeystore(name, file, password, ACCOUNTS),
    addAccount: (walletId: string) => made.addAccount(walletId, ACCOUNTS),
  };
  return {
    /** Deletes the data that this device stores about its owner, and starts again. */
    async forget(): Promise<void> {
      await session.close();
      await forgetOwner.begin();
      await session.resume();
    },
    /** Starts the parts of a worker that concern the vault. */
    async start(): Promise<void> {
      await forgetOwner.finish();
      await session.resume();
    },
    ...parts,
    authenticator,
    settings,
    wallets,
    forgotten,
    areas,
    prompts,
    network,
    requests,
    purposes,
    needs,
    locks,
    alarm: () => alarm,
    addresses: () => wallets.accounts().map((account) => account.address),
  };
}
