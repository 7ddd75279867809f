/** A SAML identity provider that accepts any identity. It replaces the one of a company. */
import { createPublicKey } from 'node:crypto';
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
  /** Undefined if the sign-in began at this provider. */
  id?: string;
  assertionConsumerServiceURL: string;
}

/** Options that encrypt the assertion, as some providers do by default. */
function encryptedFor(cert: string) {
  const key = createPublicKey(cert).export({ type: 'spki', format: 'pem' });
  return { encryptionCert: cert, encryptionPublicKey: key };
}

/**
 * `address` is where this provider is reached; it is also its name (entity id). The field `fault` of its form can be `encrypted`, which
 * Parley does not support. Without a request, but with `consumer` and `audience`, the sign-in begins here.
 */
export async function createSamlIdentityProvider(address: string): Promise<SamlIdentityProvider> {
  const { private: key, cert } = await selfsigned.generate(
    [{ name: 'commonName', value: 'Parley identity sandbox' }],
    { keySize: 2048, algorithm: 'sha256' },
  );

  async function answer(request: Request, email: string, fault: string | null): Promise<string> {
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
      ...(fault === 'encrypted' && encryptedFor(cert)),
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
      const field = (name: string) => form.get(name) ?? '';
      const samlRequest = field('SAMLRequest');
      const relayState = field('RelayState');
      const portal = { consumer: field('consumer'), audience: field('audience') };
      const email = form.get('email');
      if (email === null) {
        const hidden = { SAMLRequest: samlRequest, RelayState: relayState, ...portal };
        return sendPage(response, askWho('Single sign-on', address, hidden));
      }
      // A tile in a provider's portal starts without a request, and knows both addresses from its settings.
      const parsed = samlRequest
        ? await parseRequest(samlRequest)
        : { issuer: portal.audience, assertionConsumerServiceURL: portal.consumer };
      const xml = await answer(parsed, email, form.get('fault'));
      const samlResponse = Buffer.from(xml).toString('base64');
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
