// A software authenticator for tests and for the browser of `npm start`: while attached it answers every `navigator.credentials` call
// in the browser, whatever window it comes from. Credentials can be copied to a second browser, as
// a passkey provider would sync them; synced passkeys count no signatures, so the counter stays 0.
// The browser still checks the relying party id.
import { cborBytes, cborInteger, cborMap, cborText } from './cbor.js';

const FLAG = { up: 1, uv: 4, be: 8, bs: 16, at: 64 };
const encoder = new TextEncoder();

/** Only the browser of `npm start` grants storage: there the passkeys outlive worker and browser. */
const { storage } = chrome;

const state = {
  credentials: [],
  settings: {
    mode: 'approve',
    answersFirst: 0,
    prf: true,
    prfAtCreate: true,
    prfDiffers: false,
    uv: true,
    // In the browser of `npm start`, each new passkey is on another device.
    isAnother: storage !== undefined,
  },
  prompts: [],
};
globalThis.authenticator = state;

const toText = (bytes) =>
  new Uint8Array(bytes).toBase64({ alphabet: 'base64url', omitPadding: true });
const toBytes = (text) => Uint8Array.fromBase64(text, { alphabet: 'base64url' });
const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
const joined = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));
const refuse = (name) => ({ error: { name, message: `test authenticator: ${name}` } });

const u16 = (value) => [value >> 8, value & 255];
const u32 = (value) => [value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255];

function flags(extra) {
  return FLAG.up | FLAG.be | FLAG.bs | (state.settings.uv ? FLAG.uv : 0) | extra;
}

async function prfOf(credential, input) {
  const key = await crypto.subtle.importKey(
    'raw',
    toBytes(credential.secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  const salt = await sha256(joined(encoder.encode('WebAuthn PRF\0'), toBytes(input)));
  return toText(await crypto.subtle.sign('HMAC', key, salt));
}

function clientData(type, options) {
  const { origin, sameOriginWithAncestors } = options.extensions.remoteDesktopClientOverride;
  const data = {
    type,
    challenge: options.challenge,
    origin,
    crossOrigin: !sameOriginWithAncestors,
  };
  return encoder.encode(JSON.stringify(data));
}

/**
 * The browser names an extension's own rpId by its bare id here. Its own authenticators hash the origin.
 */
function rpIdHashOf(rpId) {
  const isExtension = /^[a-p]{32}$/.test(rpId);
  return sha256(encoder.encode(isExtension ? `chrome-extension://${rpId}` : rpId));
}

/** A raw r ‖ s signature as DER (X9.62). */
function toDer(raw) {
  const integer = (bytes) => {
    let start = 0;
    while (start < bytes.length - 1 && bytes[start] === 0) start += 1;
    const value = bytes.slice(start);
    const padded = value[0] & 128 ? [0, ...value] : [...value];
    return [2, padded.length, ...padded];
  };
  const body = [...integer(raw.slice(0, 32)), ...integer(raw.slice(32))];
  return Uint8Array.from([48, body.length, ...body]);
}

async function create(options) {
  const known = options.excludeCredentials ?? [];
  // Another authenticator beside the first one holds none of the account's passkeys yet.
  if (
    !state.settings.isAnother &&
    known.some(({ id }) => state.credentials.some((credential) => credential.id === id))
  ) {
    return refuse('InvalidStateError');
  }
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
  ]);
  const jwk = await crypto.subtle.exportKey('jwk', pair.publicKey);
  const id = crypto.getRandomValues(new Uint8Array(32));
  const credential = {
    id: toText(id),
    rpId: options.rp.id,
    userHandle: options.user.id,
    key: await crypto.subtle.exportKey('jwk', pair.privateKey),
    secret: toText(crypto.getRandomValues(new Uint8Array(32))),
  };
  state.credentials.push(credential);
  const cose = cborMap([
    [cborInteger(1), cborInteger(2)],
    [cborInteger(3), cborInteger(-7)],
    [cborInteger(-1), cborInteger(1)],
    [cborInteger(-2), cborBytes(toBytes(jwk.x))],
    [cborInteger(-3), cborBytes(toBytes(jwk.y))],
  ]);
  const rpIdHash = await rpIdHashOf(options.rp.id);
  const attested = joined(new Uint8Array(16), u16(id.length), id, cose);
  const data = joined(rpIdHash, [flags(FLAG.at)], u32(0), attested);
  const attestation = cborMap([
    [cborText('fmt'), cborText('none')],
    [cborText('attStmt'), cborMap([])],
    [cborText('authData'), cborBytes(data)],
  ]);
  const { prf, prfAtCreate, prfDiffers } = state.settings;
  const input = options.extensions?.prf?.eval?.first;
  const first = prfDiffers
    ? toText(crypto.getRandomValues(new Uint8Array(32)))
    : input && (await prfOf(credential, input));
  const results = prf && prfAtCreate && first ? { results: { first } } : {};
  return {
    answer: {
      id: credential.id,
      rawId: credential.id,
      type: 'public-key',
      authenticatorAttachment: 'platform',
      response: {
        clientDataJSON: toText(clientData('webauthn.create', options)),
        attestationObject: toText(Uint8Array.from(attestation)),
        authenticatorData: toText(data),
        publicKey: toText(await crypto.subtle.exportKey('spki', pair.publicKey)),
        publicKeyAlgorithm: -7,
        transports: ['internal', 'hybrid'],
      },
      clientExtensionResults: { credProps: { rk: true }, prf: { enabled: prf, ...results } },
    },
  };
}

async function get(options) {
  const allowed = options.allowCredentials ?? [];
  const credential = state.credentials.findLast(
    ({ rpId, id }) =>
      rpId === options.rpId && (allowed.length === 0 || allowed.some((one) => one.id === id)),
  );
  if (credential === undefined) return refuse('NotAllowedError');
  const client = clientData('webauthn.get', options);
  const rpIdHash = await rpIdHashOf(options.rpId);
  const data = joined(rpIdHash, [flags(0)], u32(0));
  const key = await crypto.subtle.importKey(
    'jwk',
    credential.key,
    { name: 'ECDSA', namedCurve: 'P-256' },
    false,
    ['sign'],
  );
  const signed = joined(data, await sha256(client));
  const raw = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, signed);
  const input = options.extensions?.prf?.eval?.first;
  const results =
    state.settings.prf && input
      ? { prf: { results: { first: await prfOf(credential, input) } } }
      : {};
  return {
    answer: {
      id: credential.id,
      rawId: credential.id,
      type: 'public-key',
      authenticatorAttachment: 'platform',
      response: {
        clientDataJSON: toText(client),
        authenticatorData: toText(data),
        signature: toText(toDer(new Uint8Array(raw))),
        userHandle: credential.userHandle,
      },
      clientExtensionResults: results,
    },
  };
}

const loaded = storage?.local.get('credentials').then(({ credentials = [] }) => {
  state.credentials.push(...credentials);
});
// The browser ends idle workers after 30 seconds, and a prompt should not have to wait for one.
if (storage !== undefined) setInterval(() => chrome.runtime.getPlatformInfo(), 20_000);

const proxy = chrome.webAuthenticationProxy;

/** Runs a prompt under the test's settings: approve, cancel, or never answer. */
function serve(kind, prompt, complete) {
  return async ({ requestId, requestDetailsJson }) => {
    const options = JSON.parse(requestDetailsJson);
    state.prompts.push({ kind, rpId: options.rpId ?? options.rp.id });
    if (state.settings.mode === 'hang') {
      if (state.settings.answersFirst === 0) return;
      state.settings.answersFirst -= 1;
    }
    await loaded;
    const { answer, error } =
      state.settings.mode === 'cancel' ? refuse('NotAllowedError') : await prompt(options);
    if (kind === 'create') await storage?.local.set({ credentials: state.credentials });
    await complete({
      requestId,
      ...(error ? { error } : { responseJson: JSON.stringify(answer) }),
    });
  };
}

proxy.onCreateRequest.addListener(
  serve('create', create, (done) => proxy.completeCreateRequest(done)),
);
proxy.onGetRequest.addListener(serve('get', get, (done) => proxy.completeGetRequest(done)));
proxy.onRequestCanceled.addListener(() => undefined);
proxy.onIsUvpaaRequest.addListener(({ requestId }) =>
  proxy.completeIsUvpaaRequest({ requestId, isUvpaa: true }),
);
// A worker that comes back after its end finds itself attached already.
globalThis.attached = proxy.attach().catch(() => undefined);
