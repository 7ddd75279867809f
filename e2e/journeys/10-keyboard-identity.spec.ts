import { singleSignOn } from '@parley/contract';
import type { Page } from '@playwright/test';
import { expect } from '../fixtures.ts';
import { test, vouchedDomains } from '../identity-fixtures.ts';
import { chooseByKeys, pressKey, tabTo, typeInto } from '../keyboard.ts';

const domain = vouchedDomains.keyboard;

// Show focus rings immediately instead of fading them in.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Types an email address on the provider's page. Its focus styles are not checked, because the page is not ours. */
async function typeWhoOneIs(page: Page, email: string): Promise<void> {
  await page.getByLabel('Somebody else').focus();
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
}

test('single sign-on of a company is used by the keyboard alone', async ({
  page,
  owners,
  sandbox,
}) => {
  const olga = owners.keyboard;
  await olga.proveIdentity();
  await olga.call(singleSignOn.setSingleSignOn, {
    body: { company: 'globex-keys', domain, metadata: sandbox.saml.metadata },
  });
  const company = page.getByLabel('Company name');
  await page.goto('/signin');
  await pressKey(page, page.getByRole('link', { name: 'Enterprise SSO' }));
  await expect(page).toHaveURL(/\/signin\/sso$/);

  await test.step('an unknown company is told, and typed again', async () => {
    await typeInto(page, company, 'initech');
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^Invalid company name/)).toBeVisible();
    await tabTo(page, page.getByRole('link', { name: 'Contact support' }));
    await tabTo(page, company, 'Shift+Tab');
    await typeInto(page, company, 'globex-keys');
  });

  await test.step('the window of the provider opens, and the way leads in', async () => {
    const opening = page.waitForEvent('popup');
    await pressKey(page, page.getByRole('button', { name: 'Continue with SSO' }));
    await typeWhoOneIs(await opening, olga.email);
    await expect(page).toHaveURL(/\/projects$/);
  });
});

test('a customer of IBM signs in and completes the profile by the keyboard alone', async ({
  page,
}) => {
  await page.goto('/ibm-login?instance_id=i-88');
  await tabTo(page, page.getByRole('link', { name: 'Back to sign in' }));
  await tabTo(page, page.getByRole('button', { name: 'Sign in with IBM' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await typeWhoOneIs(page, `ines-${Date.now()}@ibm-customer.test`);

  await expect(page).toHaveURL(/\/onboarding$/);
  await typeInto(page, page.getByLabel('Full name'), 'Ines Marin');
  await typeInto(page, page.getByLabel('Work email'), `ines-${Date.now()}@initech.test`);
  await typeInto(page, page.getByLabel('Company name'), 'Initech');
  await chooseByKeys(page, page.getByRole('combobox', { name: 'Job title' }), 'QA Engineer');
  await pressKey(page, page.getByRole('button', { name: 'Continue' }));
  await expect(page).toHaveURL(/\/projects$/);
});
