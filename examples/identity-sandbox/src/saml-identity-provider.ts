/** A SAML identity provider that accepts any identity. It replaces the one of a company. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import samlp from 'samlp';
import selfsigned from 'selfsigned';
import { askWho, escapeHtml, nameOf } from './people.ts';
import { readForm, sendPage } from './web.ts';

export interface SamlIdentityProvider {
  /** Metadata that a service provider needs. */
  metadata: string;
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

interface Request {
  issuer: string;
  id: string;
  assertionConsumerServiceURL: string;
}

/** `address` is where this provider is reached; it is also its name (entity id). */
export async function createSamlIdentityProvider(address: string): Promise<SamlIdentityProvider> {
  const { private: key, cert } = await selfsigned.generate(
    [{ name: 'commonName', value: 'Parley identity sandbox' }],
    { keySize: 2048, algorithm: 'sha256' },
  );

  async function answer(request: Request, email: string): Promise<string> {
    const consumer = request.assertionConsumerServiceURL;
    const options = {
      issuer: address,
      key,
      cert,
      audience: request.issuer,
      recipient: consumer,
      destination: consumer,
      inResponseTo: request.id,
      signatureAlgorithm: 'rsa-sha256',
      digestAlgorithm: 'sha256',
      lifetimeInSeconds: 120,
      nameIdentifierFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
    };
    const user = { id: email, emails: [{ value: email }], displayName: nameOf(email), name: {} };
    return new Promise((resolve, reject) => {
      samlp.getSamlResponse(options, user, (error, response) =>
        error ? reject(error) : resolve(response),
      );
    });
  }

  const metadata = metadataOf(address, cert);
  return {
    metadata,
    async handle(request, response) {
      const { pathname, searchParams } = new URL(request.url ?? '/', address);
      if (pathname === '/metadata') {
        response.writeHead(200, { 'content-type': 'application/samlmetadata+xml' });
        response.end(metadata);
        return;
      }
      const form = request.method === 'POST' ? await readForm(request) : searchParams;
      const samlRequest = form.get('SAMLRequest') ?? '';
      const relayState = form.get('RelayState') ?? '';
      const email = form.get('email');
      if (email === null) {
        const hidden = { SAMLRequest: samlRequest, RelayState: relayState };
        return sendPage(response, askWho('Single sign-on', address, hidden));
      }
      const parsed = await parseRequest(samlRequest);
      const samlResponse = Buffer.from(await answer(parsed, email)).toString('base64');
      sendPage(response, postForm(parsed.assertionConsumerServiceURL, samlResponse, relayState));
    },
  };
}

function parseRequest(samlRequest: string): Promise<Request> {
  return new Promise((resolve, reject) => {
    samlp.parseRequest({ query: { SAMLRequest: samlRequest } }, {}, (error, parsed) =>
      error ? reject(error) : resolve(parsed as Request),
    );
  });
}

/** Renders a form with which the browser delivers the response. It submits itself if scripts are enabled. */
function postForm(action: string, samlResponse: string, relayState: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Signing in</title></head>
<body onload="document.forms[0].submit()"><form method="post" action="${escapeHtml(action)}">
<input type="hidden" name="SAMLResponse" value="${samlResponse}">
<input type="hidden" name="RelayState" value="${escapeHtml(relayState)}">
<button>Go on</button></form></body></html>
`;
}

function metadataOf(address: string, cert: string): string {
  const plainCert = cert.replaceAll(/-----[A-Z ]+-----|\s/g, '');
  const binding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
  return `<?xml version="1.0"?>
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${address}">
<IDPSSODescriptor WantAuthnRequestsSigned="false" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
<KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${plainCert}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>
<NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</NameIDFormat>
<SingleSignOnService Binding="${binding}" Location="${address}"/>
</IDPSSODescriptor>
</EntityDescriptor>
`;
}
