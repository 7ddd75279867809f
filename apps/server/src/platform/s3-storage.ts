import { AwsClient } from 'aws4fetch';
import { XMLParser } from 'fast-xml-parser';
import { checkedKey, isKey, type Storage } from './storage.ts';

/** A bucket of Amazon S3 or of anything that speaks its protocol. */
export interface S3Config {
  /** The bucket in path style, without a slash at the end: `https://s3.eu-central-1.amazonaws.com/parley`. */
  url: string;
  region: string;
  keyId: string;
  secret: string;
}

/** For one file, all tries together. */
const deadlineMs = 30_000;

interface Listing {
  objects: { key: string; modifiedAt: Date }[];
  /** Where the next page goes on; undefined after the last. */
  continueAt: string | undefined;
}

/**
 * Files as objects of a bucket, so that API and workers on several machines see the same ones.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_Operations_Amazon_Simple_Storage_Service.html
 */
export function s3Storage({ url, region, keyId, secret }: S3Config): Storage {
  const client = new AwsClient({
    accessKeyId: keyId,
    secretAccessKey: secret,
    service: 's3',
    region,
    retries: 3,
  });

  async function request(path: string, init: RequestInit, expected: number[]): Promise<Response> {
    const answer = await client.fetch(`${url}${path}`, {
      ...init,
      redirect: 'error',
      signal: AbortSignal.timeout(deadlineMs),
    });
    if (expected.includes(answer.status)) return answer;
    throw new Error(`The file storage at ${url} answered ${init.method} with ${answer.status}`);
  }

  const list = async (continueAt: string | undefined, prefix = ''): Promise<Listing> => {
    const query = new URLSearchParams({ 'list-type': '2', ...(prefix && { prefix }) });
    if (continueAt !== undefined) query.set('continuation-token', continueAt);
    const answer = await request(`?${query}`, { method: 'GET' }, [200]);
    return readListing(await answer.text());
  };

  async function removeListed(
    path: string,
    isUnwanted: (object: Listing['objects'][number]) => boolean,
  ): Promise<void> {
    let page: Listing | undefined;
    do {
      page = await list(page?.continueAt, `${checkedKey(path)}/`);
      // What others put there under names that no file of ours has stays.
      for (const { key } of page.objects.filter(
        (object) => isKey(object.key) && isUnwanted(object),
      ))
        await request(`/${key}`, { method: 'DELETE' }, [200, 204, 404]);
    } while (page.continueAt !== undefined);
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

    removeOlder: (path, than) => removeListed(path, ({ modifiedAt }) => modifiedAt < than),
  };
}

const parser = new XMLParser({
  parseTagValue: false,
  processEntities: false,
  isArray: (name) => name === 'Contents',
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
