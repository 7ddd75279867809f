import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createOperatorClient, type OperatorService } from '@parley/egress';
import { AwsV4Signer } from 'aws4fetch';
import { XMLParser } from 'fast-xml-parser';
import type { S3Config } from '../config/config.ts';
import { checkedKey, isKey, type RemoveOlderOptions, type Storage } from './storage.ts';

/** Time limit for one request, including all retries, in milliseconds. */
const deadlineMs = 30_000;

/** Maximum size of a response in bytes. No file of ours comes close. */
const answerBytesMax = 256 * 1024 * 1024;

/**
 * Longest pauses before retries after a server error or a rate limit, in milliseconds. Actual pauses are random and shorter.
 */
const pausesMs = [50, 100, 200];

/** Maximum number of keys per removal request. */
const keysPerRequest = 1000;

/** Statuses of services that cannot remove several files in one request. */
const unknownRequest = [400, 404, 405, 501];

const s3Namespace = 'http://s3.amazonaws.com/doc/2006-03-01/';

interface S3Request {
  method: string;
  headers?: Record<string, string>;
  body?: string | Buffer<ArrayBuffer>;
}

interface Listing {
  objects: { key: string; modifiedAt: Date }[];
  /** Token of the next page; undefined after the last one. */
  continueAt: string | undefined;
}

/**
 * Stores files as objects in a bucket, so that servers on several machines share them.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_Operations_Amazon_Simple_Storage_Service.html
 */
export function s3Storage(
  { url, region, keyId, secret }: S3Config,
  onFailure?: OperatorService['onFailure'],
): Storage {
  const client = createOperatorClient({
    name: 'file storage',
    url: new URL(url),
    timeoutMs: deadlineMs,
    answerBytesMax,
    onFailure,
  });
  const credentials = { accessKeyId: keyId, secretAccessKey: secret, service: 's3', region };

  async function signed(path: string, init: S3Request, signal: AbortSignal) {
    const signer = new AwsV4Signer({ ...credentials, ...init, url: `${url}${path}` });
    const { url: address, headers } = await signer.sign();
    return client.fetch(address, { ...init, headers: Object.fromEntries(headers), signal });
  }

  async function request(path: string, init: S3Request, expected: number[]) {
    const signal = AbortSignal.timeout(deadlineMs);
    let answer = await signed(path, init, signal);
    for (const pauseMs of pausesMs) {
      if (answer.status < 500 && answer.status !== 429) break;
      await answer.body?.cancel();
      await sleep(Math.random() * pauseMs, undefined, { signal });
      answer = await signed(path, init, signal);
    }
    if (expected.includes(answer.status)) return answer;
    throw new Error(`The file storage at ${url} answered ${init.method} with ${answer.status}`);
  }

  const list = async (continueAt: string | undefined, prefix = ''): Promise<Listing> => {
    const query = new URLSearchParams({ 'list-type': '2', ...(prefix && { prefix }) });
    if (continueAt !== undefined) query.set('continuation-token', continueAt);
    const answer = await request(`?${query}`, { method: 'GET' }, [200]);
    return readListing(await answer.text());
  };

  /** Removes unwanted files below a path, page by page. Objects whose names Parley does not use are kept. */
  async function removeListed(
    path: string,
    isUnwanted: (object: Listing['objects'][number]) => boolean,
    { among = async (keys) => keys, signal }: RemoveOlderOptions = {},
  ): Promise<void> {
    let page: Listing | undefined;
    do {
      page = await list(page?.continueAt, `${checkedKey(path)}/`);
      const unwanted = page.objects.filter((object) => isKey(object.key) && isUnwanted(object));
      if (unwanted.length > 0) await removeFiles(await among(unwanted.map(({ key }) => key)));
    } while (page.continueAt !== undefined && !signal?.aborted);
  }

  async function removeFiles(keys: readonly string[]): Promise<void> {
    for (let at = 0; at < keys.length; at += keysPerRequest) {
      const some = keys.slice(at, at + keysPerRequest).map(checkedKey);
      if (!(await removeTogether(some)))
        for (const key of some) await request(`/${key}`, { method: 'DELETE' }, [200, 204, 404]);
    }
  }

  /** @returns false if the service does not support this request */
  async function removeTogether(keys: string[]): Promise<boolean> {
    const objects = keys.map((key) => `<Object><Key>${key}</Key></Object>`).join('');
    const body = `<Delete xmlns="${s3Namespace}"><Quiet>true</Quiet>${objects}</Delete>`;
    const headers = { 'content-md5': createHash('md5').update(body).digest('base64') };
    const answer = await request('?delete', { method: 'POST', headers, body }, [
      200,
      ...unknownRequest,
    ]);
    if (answer.status !== 200) return false;
    const refused = readRefused(await answer.text());
    if (refused === undefined) return true;
    throw new Error(`The file storage at ${url} did not remove a file: ${refused}`);
  }

  return {
    async put(key, bytes) {
      const path = `/${checkedKey(key)}`;
      await request(path, { method: 'PUT', body: Buffer.from(bytes) }, [200]);
    },

    async get(key) {
      const answer = await request(`/${checkedKey(key)}`, { method: 'GET' }, [200, 404]);
      const bytes = Buffer.from(await answer.arrayBuffer());
      return answer.status === 404 ? undefined : bytes;
    },

    async *keys(path) {
      const prefix = path && `${checkedKey(path)}/`;
      let page: Listing | undefined;
      do {
        page = await list(page?.continueAt, prefix);
        for (const { key } of page.objects) yield key;
      } while (page.continueAt !== undefined);
    },

    removeUnder: (path) => removeListed(path, () => true),

    removeFiles,

    removeOlder: (path, than, options) =>
      removeListed(path, ({ modifiedAt }) => modifiedAt < than, options),
  };
}

const parser = new XMLParser({
  parseTagValue: false,
  processEntities: false,
  isArray: (name) => name === 'Contents' || name === 'Error',
});

function readListing(xml: string): Listing {
  const { ListBucketResult: result } = parser.parse(xml) as {
    ListBucketResult?: {
      Contents?: { Key: string; LastModified: string }[];
      NextContinuationToken?: string;
    };
  };
  if (result === undefined) throw new Error('The file storage answered with no listing');
  return {
    objects: (result.Contents ?? []).map((entry) => ({
      key: entry.Key,
      modifiedAt: new Date(entry.LastModified),
    })),
    continueAt: result.NextContinuationToken,
  };
}

/** Finds the error code of a file that was not removed; undefined if all were. */
function readRefused(xml: string): string | undefined {
  const { DeleteResult: result } = parser.parse(xml) as {
    DeleteResult?: { Error?: { Code: string; Message?: string }[] } | '';
  };
  const refused = result ? (result.Error ?? []) : [];
  return refused.find(({ Code }) => Code !== 'NoSuchKey')?.Code;
}
