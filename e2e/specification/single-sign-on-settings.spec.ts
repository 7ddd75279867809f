import { organizations, singleSignOn } from '@parley/contract';
import { expect, proveByPassword, toasts } from '../fixtures.ts';
import { sayWhoOneIs, test, vouchedDomains } from '../identity-fixtures.ts';
import { joinOrganization } from '../join-organization.ts';

const domain = vouchedDomains.settings;

test('an owner connects, tests, changes and removes single sign-on', async ({
  page,
  owners: { settings: account },
  signIn,
  sandbox,
  expectAccessibleEverywhere,
}) => {
  await signIn(page, account);
  await page.goto('/organization');
  const card = page.getByRole('region', { name: 'Single sign-on', exact: true });
  const dialog = page.getByRole('dialog');
  const company = `initech-${Date.now()}`;
  const name = `globex-${Date.now()}`;

  await test.step('what cannot be used is told at its field', async () => {
    await card.getByRole('button', { name: 'Set up single sign-on' }).click();
    await expect(page.getByRole('dialog', { name: 'Confirm it’s you' })).toBeVisible();
    await expectAccessibleEverywhere(page);
    await proveByPassword(page);
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
    await dialog.getByLabel('Company name').fill(company);
    await dialog.getByLabel('Email domain').fill('gmail.com');
    await dialog.getByRole('textbox', { name: 'Metadata URL' }).fill('http://127.0.0.1:1/');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText(/The metadata could not be read/)).toBeVisible();
    await expectAccessibleEverywhere(page);
    const { metadataUrl } = sandbox.saml;
    await dialog.getByRole('textbox', { name: 'Metadata URL' }).fill(metadataUrl);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('Not a domain of a company.')).toBeVisible();
  });

  await test.step('a domain has to be proven by a record', async () => {
    await dialog.getByLabel('Email domain').fill('umbrella.invalid');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('A company name belongs to its domain.')).toBeVisible();
    await dialog.getByLabel('Email domain').fill('initech.invalid');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(card.getByText('Not verified yet')).toBeVisible();
    await expect(card.getByLabel('TXT record name')).toHaveValue('_parley.initech.invalid');
    await expect(card.getByLabel('TXT record value')).toHaveValue(/^parley-domain=/);
    await expect(card.getByRole('button', { name: 'Test connection' })).toHaveCount(0);
    await card.getByRole('button', { name: 'Check record' }).click();
    await expect(card.getByText('Record not found')).toBeVisible();
    await expectAccessibleEverywhere(page);
  });

  await test.step('the metadata may be a document; the domain is one that the operator vouches for', async () => {
    await card.getByRole('button', { name: 'Edit' }).click();
    await expect(dialog.getByLabel('Company name')).toHaveValue(company);
    await dialog.getByLabel('Company name').fill(name);
    await dialog.getByLabel('Email domain').fill(domain);
    await dialog.getByText('Metadata XML').click();
    await dialog.getByLabel('Metadata file').setInputFiles({
      name: 'metadata.xml',
      mimeType: 'application/xml',
      buffer: Buffer.from(sandbox.saml.metadata),
    });
    await expect(dialog.getByRole('textbox', { name: 'Metadata XML' })).toHaveValue(/Descriptor/);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(card.getByText('Verified', { exact: true })).toBeVisible();
    await expect(card.getByText(/Valid until/)).toBeVisible();
    await expect(card.getByLabel('Assertion consumer service (ACS) URL')).toHaveValue(
      new RegExp(`/api/auth/sso/saml2/sp/acs/saml\\.${name}$`),
    );
  });

  await test.step('addresses are copied', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const section = card.getByRole('region', { name: 'For your identity provider' });
    await section.getByRole('button', { name: 'Copy' }).first().click();
    await expect(section.getByRole('button', { name: 'Copied' })).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain('/acs/');
    await expectAccessibleEverywhere(page);
  });

  await test.step('the test says whom the provider named, and nobody is signed in by it', async () => {
    const button = card.getByRole('button', { name: 'Test connection' });
    for (const [email, said] of [
      [`olga@${domain}`, `Your identity provider identified you as olga@${domain}.`],
      ['eve@elsewhere.test', /operation not allowed/],
    ] as const) {
      const [popup] = await Promise.all([page.waitForEvent('popup'), button.click()]);
      await sayWhoOneIs(popup, email);
      await expect(card.getByText(said)).toBeVisible();
    }
    const [popup] = await Promise.all([page.waitForEvent('popup'), button.click()]);
    await popup
      .locator('form')
      .last()
      .evaluate((form) => {
        form.insertAdjacentHTML(
          'beforeend',
          '<input type="hidden" name="fault" value="encrypted">',
        );
      });
    await sayWhoOneIs(popup, `olga@${domain}`);
    await expect(card.getByText('The assertion is encrypted')).toBeVisible();
    await expectAccessibleEverywhere(page);
    await page.reload();
    await expect(page.getByRole('row').filter({ hasText: account.email })).toContainText('You');
  });

  await test.step('removing asks first', async () => {
    await card.getByRole('button', { name: 'Remove' }).click();
    const question = page.getByRole('alertdialog', { name: 'Remove single sign-on?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(card.getByText('Verified', { exact: true })).toBeVisible();
    await card.getByRole('button', { name: 'Remove' }).click();
    await question.getByRole('button', { name: 'Remove single sign-on' }).click();
    await expect(toasts(page).getByText('Single sign-on removed')).toBeVisible();
    await expect(card.getByRole('button', { name: 'Set up single sign-on' })).toBeVisible();
  });
});

test('an administrator sees single sign-on and changes nothing of it', async ({
  page,
  parley,
  sandbox,
  createAccount,
  signIn,
}) => {
  const owner = await createAccount();
  const guest = await createAccount();
  await joinOrganization(parley, { owner, guest, role: 'admin' });
  await owner.proveIdentity();
  await owner.call(singleSignOn.setSingleSignOn, {
    body: {
      company: `seen-${Date.now()}`,
      domain: 'seen.invalid',
      metadata: sandbox.saml.metadata,
    },
  });
  await guest.call(organizations.getOrganization, { params: { orgId: owner.orgId } });
  await signIn(page, guest);
  await page.goto('/organization');
  const card = page.getByRole('region', { name: 'Single sign-on', exact: true });
  await expect(card.getByText('Only the owner of the organization can change')).toBeVisible();
  await expect(card.getByText('Not verified yet')).toBeVisible();
  for (const name of ['Edit', 'Remove', 'Check record'])
    await expect(card.getByRole('button', { name })).toHaveCount(0);
});

test('members do not see single sign-on', async ({ page, parley, createAccount, signIn }) => {
  const owner = await createAccount();
  const guest = await createAccount();
  await joinOrganization(parley, { owner, guest, role: 'member' });
  // The organization that was loaded last is the current one after signing in.
  await guest.call(organizations.getOrganization, { params: { orgId: owner.orgId } });
  await signIn(page, guest);
  await page.goto('/organization');
  await expect(page.getByText('administrators of the organization manage')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: owner.email })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Single sign-on' })).toHaveCount(0);
});
