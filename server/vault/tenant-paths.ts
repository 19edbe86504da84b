import { decodedPath, originForm } from '../http/request-target.ts';
import type { VaultTenant } from './tenant.ts';

/** First segments of the services' own routes, with which no tenant's path may begin. */
const OWN_SEGMENTS = [
  'v1',
  'ext',
  'orders',
  'indexer',
  'health',
  'metrics',
  'tenant',
  'doctor',
  'openapi.json',
] as const;
/** Routes of the process that exist only at its root. */
const ROOT_ONLY = ['/health', '/metrics', '/openapi.json'] as const;

/** Returns true if a text can be a tenant's path: `/team-a`, at most 128 characters. */
export function isTenantPath(text: string): boolean {
  // Allows only characters that every client writes in the same way, so that paths can be compared
  // byte for byte.
  return (
    text.length <= 128 &&
    /^(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$/.test(text) &&
    text.split('/').every((segment) => !OWN_SEGMENTS.some((own) => own === segment))
  );
}

/** The tenant's path in a request target, and the target below it. */
export interface SplitTarget {
  readonly path: string;
  readonly rest: string;
}

/**
 * Creates a function that splits request targets, in origin or absolute form, after the path of a
 * tenant. Longer paths are tried first.
 */
export function createTargetSplitter(
  tenants: readonly VaultTenant[],
): (target: string) => SplitTarget {
  const paths = [...new Set(tenants.flatMap(({ path = '' }) => (path === '' ? [] : [path])))].sort(
    (a, b) => b.length - a.length,
  );
  return (requested) => {
    const target = originForm(requested);
    const path = paths.find((one) => target.startsWith(`${one}/`)) ?? '';
    const rest = target.slice(path.length);
    // Routers decode a path, so `/%68ealth` is a root route too.
    const decoded = path === '' ? '' : decodedPath(rest);
    const isRootOnly = ROOT_ONLY.some((one) => one === decoded);
    return path !== '' && isRootOnly ? { path: '', rest: target } : { path, rest };
  };
}
