/** A pool that gets by with fewer connections than configured if the database refuses more. */
import pg from 'pg';
import { causesOf } from '../errors/causes-of.ts';
import type { Log } from '../observability/log.ts';
import type { OutageWatch } from './outage.ts';

/** Delay in milliseconds after which the pool tries to open more connections again. */
const triedAgainAfterMs = 60_000;

/** Retry interval in milliseconds while the pool has no connection. Other processes may release one. */
const retryAfterMs = 100;

/** Tells if an error means that the role, the database or the server has too many connections. */
export const isRefused = (error: unknown) =>
  causesOf(error).some((cause) => 'code' in cause && cause.code === '53300');

type ConnectCallback = NonNullable<Parameters<pg.Pool['connect']>[0]>;

export interface PatientPoolConfig extends pg.PoolConfig {
  max: number;
  connectionTimeoutMillis: number;
}

export class PatientPool extends pg.Pool {
  readonly #log: Log;
  readonly #outage: OutageWatch;
  readonly #max: number;
  readonly #waitMs: number;
  #restore: NodeJS.Timeout | undefined;

  constructor(config: PatientPoolConfig, log: Log, outage: OutageWatch) {
    super(config);
    this.#outage = outage;
    this.#log = log;
    this.#max = config.max;
    this.#waitMs = config.connectionTimeoutMillis;
    const ask = this.query;
    this.query = ((...question: Parameters<typeof ask>) => {
      const answer: unknown = Reflect.apply(ask, this, question);
      return answer instanceof Promise ? answer.catch(this.#lost) : answer;
    }) as typeof ask;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    const connected = this.#connect();
    if (callback === undefined) return connected;
    connected.then(
      (client) => callback(undefined, client, client.release),
      (error: Error) => callback(error, undefined, () => undefined),
    );
    return undefined;
  }

  override end(): Promise<void>;
  override end(callback: () => void): void;
  override end(callback?: () => void): Promise<void> | undefined {
    clearTimeout(this.#restore);
    if (callback === undefined) return super.end();
    super.end(callback);
    return undefined;
  }

  #lost = (error: unknown): never => {
    throw this.#outage.mark(error);
  };

  async #connect(): Promise<pg.PoolClient> {
    const deadline = Date.now() + this.#waitMs;
    for (;;) {
      try {
        return await super.connect();
      } catch (error) {
        if (!isRefused(error) || Date.now() > deadline) throw this.#outage.mark(error);
        this.#makeDo();
        if (this.totalCount === 0) await new Promise((go) => setTimeout(go, retryAfterMs));
      }
    }
  }

  /** Stops opening connections for a minute. Callers wait for existing ones. */
  #makeDo(): void {
    this.options.max = Math.max(1, this.totalCount);
    if (this.#restore !== undefined) return;
    this.#log.warn(
      { connections: this.totalCount, needed: connectionsNeeded(this.#max) },
      'PostgreSQL refuses further connections; requests wait for those that there are',
    );
    this.#restore = setTimeout(() => {
      this.#restore = undefined;
      this.options.max = this.#max;
    }, triedAgainAfterMs);
    this.#restore.unref();
  }
}

/** Number of connections that a process needs: those of the pool and one for notifications. */
export const connectionsNeeded = (poolMax: number) => poolMax + 1;
