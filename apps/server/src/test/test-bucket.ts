import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { sign } from 'aws4';

export interface TestBucket {
  url: string;
  keyId: string;
  secret: string;
  region: string;
  /** Stores an object, as another program would. */
  place(key: string): void;
  keys(): string[];
  /** Method and query parameters of each request so far. */
  asked: string[];
  /** True if the bucket supports removing several files in one request, which not all buckets do. */
  removesTogether: boolean;
  close(): Promise<void>;
}

interface StoredObject {
  bytes: Buffer;
  modifiedAt: Date;
}

/** Number of keys on a page of a listing, as with Amazon S3. */
const pageSize = 1_000;

const access = { keyId: 'AKIATEST', secret: 'test-secret', region: 'eu-central-1' };

/** Starts a bucket that speaks the S3 protocol, with signed requests and paged listings. */
export async function startTestBucket(): Promise<TestBucket> {
  const objects = new Map<string, StoredObject>();
  const asked: string[] = [];
  const bucketOf = { removesTogether: true };
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    if (!isSigned(request)) return response.writeHead(403).end();
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bucket');
    asked.push(`${request.method} ${[...searchParams.keys()].join(' ')}`.trim());
    const [, bucket, ...names] = pathname.split('/');
    if (bucket !== 'parley') return response.writeHead(404).end();
    const key = names.join('/');
    if (key === '' && request.method === 'POST')
      return bucketOf.removesTogether
        ? removeTogether(objects, body, response)
        : response.writeHead(501).end();
    if (key === '') return list(objects, searchParams, response);
    answer(objects, key, request.method, body, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(bucketOf, {
    url: `http://127.0.0.1:${port}/parley`,
    ...access,
    place: (key: string) => objects.set(key, { bytes: Buffer.from('x'), modifiedAt: new Date() }),
    keys: () => [...objects.keys()],
    asked,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  });
}

function answer(
  objects: Map<string, StoredObject>,
  key: string,
  method: string | undefined,
  bytes: Buffer,
  response: ServerResponse,
) {
  const found = objects.get(key);
  if (method === 'PUT') objects.set(key, { bytes, modifiedAt: new Date() });
  if (method === 'DELETE') objects.delete(key);
  if (method === 'GET') return response.writeHead(found ? 200 : 404).end(found?.bytes);
  response.writeHead(method === 'DELETE' ? 204 : 200).end();
}

function removeTogether(
  objects: Map<string, StoredObject>,
  body: Buffer,
  response: ServerResponse,
) {
  for (const [, key = ''] of String(body).matchAll(/<Key>([^<]+)<\/Key>/g)) objects.delete(key);
  response
    .writeHead(200, { 'content-type': 'application/xml' })
    .end('<?xml version="1.0"?><DeleteResult/>');
}

function list(
  objects: Map<string, StoredObject>,
  query: URLSearchParams,
  response: ServerResponse,
) {
  const prefix = query.get('prefix') ?? '';
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix)).sort();
  const after = query.get('continuation-token');
  const rest = after === null ? keys : keys.filter((key) => key > after);
  const page = rest.slice(0, pageSize);
  const contents = page.map((key) => {
    const modifiedAt = objects.get(key)?.modifiedAt.toISOString();
    return `<Contents><Key>${key}</Key><LastModified>${modifiedAt}</LastModified></Contents>`;
  });
  const next =
    page.length < rest.length
      ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>`
      : '';
  response
    .writeHead(200, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0"?><ListBucketResult>${contents.join('')}${next}</ListBucketResult>`);
}

/** Checks a signature by signing the same headers with another library. */
function isSigned(request: IncomingMessage): boolean {
  const { authorization = '', host } = request.headers;
  const [, signed = ''] = /SignedHeaders=([\w;-]+)/.exec(authorization) ?? [];
  const headers = Object.fromEntries(
    signed.split(';').map((name) => [name, String(request.headers[name] ?? '')]),
  );
  const expected = sign(
    {
      host,
      path: request.url,
      method: request.method,
      headers,
      service: 's3',
      region: access.region,
    },
    { accessKeyId: access.keyId, secretAccessKey: access.secret },
  );
  const signatureOf = (text: unknown) => /Signature=(\w+)/.exec(String(text))?.[1];
  return (
    signatureOf(authorization) !== undefined &&
    signatureOf(authorization) === signatureOf(expected.headers?.Authorization)
  );
}
