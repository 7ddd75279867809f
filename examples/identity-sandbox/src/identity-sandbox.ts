/**
 * Identity providers for trying out sign-in: stand-ins for Google, IBM and a company's SAML provider. They accept any identity
 * that is entered, and redirect only to pages on this machine.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createOidcIdentityProvider } from './oidc-identity-provider.ts';
import { createSamlIdentityProvider } from './saml-identity-provider.ts';

export interface SandboxClient {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

export interface IdentitySandbox {
  google: SandboxClient;
  ibm: SandboxClient;
  /** Metadata for the single sign-on of an organization. */
  saml: { metadata: string; metadataUrl: string };
  close(): Promise<void>;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Listens on the loopback address on three ports: `port` and the two after it, or any free ones for 0. */
export async function startIdentitySandbox({ port = 0 } = {}): Promise<IdentitySandbox> {
  const portAt = (index: number) => (port === 0 ? 0 : port + index);
  const google = await startOidc('Sign in with Google', portAt(0));
  const ibm = await startOidc('Sign in with IBM', portAt(1));
  const saml = await listen(portAt(2));
  const provider = await createSamlIdentityProvider(saml.url);
  saml.serve(provider.handle);
  return {
    google: google.client,
    ibm: ibm.client,
    saml: { metadata: provider.metadata, metadataUrl: `${saml.url}/metadata` },
    close: async () => {
      await Promise.all([google.close(), ibm.close(), saml.close()]);
    },
  };
}

async function startOidc(title: string, port: number) {
  const { url, serve, close } = await listen(port);
  const client = { issuer: url, clientId: 'parley', clientSecret: 'a secret of the sandbox' };
  serve(createOidcIdentityProvider({ title, ...client }));
  return { client, close };
}

/** Starts a server that gets its request handler later, because the handler needs the server's address. */
async function listen(port: number) {
  let handler: Handler | undefined;
  const server = createServer((request, response) => {
    handler?.(request, response).catch((error: Error) => {
      if (!response.headersSent) response.writeHead(400, { 'content-type': 'text/plain' });
      response.end(error.message);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    serve: (next: Handler) => {
      handler = next;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
