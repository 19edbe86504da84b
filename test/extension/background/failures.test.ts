import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../entrypoints/background/chain/failures.ts';
import { ServiceError } from '../../../entrypoints/background/vault/home/errors.ts';
import { CondorError } from '../../../shared/errors.ts';
import { NodeError, RpcError } from '../../../shared/rpc/codes.ts';
import { VaultError } from '../../../shared/vault/errors.ts';

describe('a failure for the wallet’s pages', () => {
  it('reports an error’s code and phase to the wallet’s pages', () => {
    expect(failureOf(new VaultError('TOO_LARGE', 'too large'))).toEqual({ code: 'TOO_LARGE' });
    const details = { phase: 'beforeSend' };
    expect(failureOf(new ServiceError('UNREACHABLE', { details }))).toEqual({
      code: 'UNREACHABLE',
      phase: 'beforeSend',
    });
  });

  it('includes in a page’s error only the details that belong to the error’s code', () => {
    const error = new ServiceError('TRY_LATER', { details: { retryAfter: 40 } });
    expect(failureOf(error)).toEqual({ code: 'TRY_LATER', details: { retryAfter: 40 } });
    const secret = new ServiceError('AUTH_FAILED', { details: { token: 'secret' } });
    expect(failureOf(secret)).toEqual({ code: 'AUTH_FAILED' });
  });

  it('reveals nothing about an error without a known code', () => {
    for (const error of [
      new TypeError('/home/me/secret.ts'),
      new CondorError('of-no-list', 'inside'),
      new ServiceError('AUTH_FAILED', { details: { phase: 'never' } }),
      'text',
      undefined,
    ]) {
      expect(failureOf(error)).toEqual({ code: 'unexpected' });
    }
  });

  it('includes the node’s reason, and shortens a long reason', () => {
    const error = new NodeError({ code: 3, message: `execution reverted: ${'x'.repeat(9_999)}` });
    expect(failureOf(error)).toEqual({
      code: 'chain',
      details: { kind: 'node', text: `${'x'.repeat(200)}…` },
    });
  });

  it('after a rejection or a lock, reports that nothing was sent', () => {
    expect(failureOf(new RpcError('rejected'))).toEqual({
      code: 'rejected',
      phase: 'beforeSend',
    });
    expect(failureOf(new RpcError('lockedMeanwhile'))).toEqual({
      code: 'lockedMeanwhile',
      phase: 'beforeSend',
    });
    expect(failureOf(new RpcError('chainUnreachable', 'other words'))).toEqual({
      code: 'chainUnreachable',
    });
  });
});
