import type { EpochMs } from './units.ts';

/**
 * Interfaces to the environment for `shared` and the worker's logic. Each process implements them
 * with adapters.
 */
export interface Clock {
  now(): EpochMs;
}

/**
 * Returns milliseconds since any fixed time. This clock can't be set back, but may stop while the
 * computer sleeps.
 */
export type Elapsed = () => number;

/** Resolves after this many milliseconds. */
export type Wait = (milliseconds: number) => Promise<void>;

export interface Random {
  /** Returns bytes from a cryptographic generator. */
  bytes(length: number): Uint8Array<ArrayBuffer>;
}

/** A small asynchronous store of JSON values. */
export interface KeyValue {
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown): Promise<void>;
  remove(key: string): Promise<void>;
}

/** A storage area that can read several keys at once. */
export interface BulkStorage extends KeyValue {
  getAll(keys: readonly string[]): Promise<Readonly<Record<string, unknown>>>;
}

/** The part of `fetch` that our clients use. */
export type Fetch = (
  url: string,
  init?: {
    method?: string;
    headers?: Record<string, string>;
    body?: string;
    signal?: AbortSignal;
    redirect?: 'error' | 'follow' | 'manual';
    credentials?: 'omit';
    cache?: 'no-store' | 'no-cache';
    mode?: 'no-cors';
  },
) => Promise<Response>;
