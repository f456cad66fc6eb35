import { readFileSync } from 'node:fs';
import express from 'express';
import type { Response, Router } from 'express';
import * as z from 'zod';
import { parseControlBody } from '../../control/parseControlBody.ts';
import { sandboxCredentials } from '../../credentials.ts';
import { html } from '../../pages/html.ts';
import { bodyText, queryText } from '../../support/http.ts';
import { sendPage } from '../../pages/page.ts';
import { issuer, samplePerson } from './idToken.ts';
import type { IdTokens } from './idToken.ts';

const loopbackOrigin = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;
const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

const signInScript = readFileSync(new URL('./signInScript.js', import.meta.url), 'utf8');
const finishScript = readFileSync(new URL('./finishScript.js', import.meta.url), 'utf8');

const sendScript = (response: Response, script: string): void => {
  // The loading page has another origin and may require resources to opt in.
  response
    .set('Cache-Control', 'public, max-age=600')
    .set('Cross-Origin-Resource-Policy', 'cross-origin')
    .set('X-Content-Type-Options', 'nosniff')
    .type('text/javascript')
    .send(script);
};

const sendRefusal = (response: Response, message: string): void => {
  sendPage(response, {
    title: 'Sign-in refused',
    simulated: 'Google',
    status: 400,
    body: html`<h1>Sign-in refused</h1>
      <p>${message}</p>`,
  });
};

const refuse = (response: Response, clientId: string | undefined, origin: string): boolean => {
  if (clientId !== sandboxCredentials.google.clientId) {
    sendRefusal(response, 'The OAuth client was not found.');
    return true;
  }
  if (!loopbackOrigin.test(origin)) {
    sendRefusal(response, 'The given origin is not allowed for the given client ID.');
    return true;
  }
  return false;
};

/** Routes of Sign in with Google: key set, discovery document, browser script and account picker window. */
export const createIdentityRoutes = (idTokens: IdTokens, url: string): Router => {
  const router = express.Router();

  router.get('/oauth2/v3/certs', (_request, response) => {
    response.set('Cache-Control', 'public, max-age=19804, must-revalidate, no-transform');
    response.json({ keys: idTokens.publishedKeys() });
  });

  router.get('/.well-known/openid-configuration', (_request, response) => {
    response.set('Cache-Control', 'public, max-age=3600').json({
      issuer: issuer,
      authorization_endpoint: `${url}/o/oauth2/v2/auth`,
      token_endpoint: `${url}/token`,
      revocation_endpoint: `${url}/revoke`,
      jwks_uri: `${url}/oauth2/v3/certs`,
      response_types_supported: ['code', 'id_token'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      scopes_supported: ['openid', 'email', 'profile'],
      token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
      code_challenge_methods_supported: ['plain', 'S256'],
    });
  });

  router.get('/gsi/client', (_request, response) => sendScript(response, signInScript));
  router.get('/gsi/finish.js', (_request, response) => sendScript(response, finishScript));

  router.get('/gsi/select', (request, response) => {
    const origin = queryText(request, 'origin') ?? '';
    if (refuse(response, queryText(request, 'client_id'), origin)) return;
    sendPage(response, {
      title: 'Sign in with Google',
      simulated: 'Google',
      body: html`<h1>Sign in with Google</h1>
        <p class="soft">Any address works here; to continue to ${origin}</p>
        <form method="post" action="/gsi/select">
          <input type="hidden" name="client_id" value="${queryText(request, 'client_id')}" />
          <input type="hidden" name="origin" value="${origin}" />
          <input type="hidden" name="nonce" value="${queryText(request, 'nonce')}" />
          <label class="field">Email <input name="email" type="email" required value="${samplePerson.email}" /></label>
          <label class="field">Name <input name="name" required maxlength="100" value="${samplePerson.name}" /></label>
          <div class="actions"><button class="primary" type="submit">Continue</button></div>
        </form>`,
    });
  });

  router.post('/gsi/select', async (request, response) => {
    const origin = bodyText(request, 'origin') ?? '';
    if (refuse(response, bodyText(request, 'client_id'), origin)) return;
    const email = (bodyText(request, 'email') ?? '').trim();
    const name = (bodyText(request, 'name') ?? '').trim();
    if (!emailPattern.test(email) || name === '') {
      sendRefusal(response, 'An e-mail address and a name are needed.');
      return;
    }
    const credential = await idTokens.issue({ email, name, nonce: bodyText(request, 'nonce') || undefined });
    sendPage(response, {
      title: 'Signing in',
      simulated: 'Google',
      script: '/gsi/finish.js',
      body: html`<h1>Signing in</h1>
        <p id="finish" data-credential="${credential}" data-origin="${origin}">This window closes by itself.</p>`,
    });
  });

  return router;
};

const idTokenBody = z.strictObject({
  email: z.string().nullable().optional(),
  name: z.string().optional(),
  sub: z.string().optional(),
  emailVerified: z.boolean().optional(),
  audience: z.string().optional(),
  issuer: z.string().optional(),
  expiresInSeconds: z.int().optional(),
  nonce: z.string().optional(),
  hostedDomain: z.string().optional(),
  key: z.enum(['unknown', 'wrong']).optional(),
});

/** `POST /control/google/id-token`: returns a credential like the browser script's, or a forged one. */
export const createIdentityControl = (idTokens: IdTokens): Router => {
  const router = express.Router();
  router.post('/google/id-token', async (request, response) => {
    response.json({ credential: await idTokens.issue(parseControlBody(idTokenBody, request)) });
  });
  return router;
};
