import { expect, test } from '../fixtures.ts';
import { openNavigation } from '../navigation.ts';

const corporateEmailsOnly =
  'We only offer free trials for users with corporate emails. Please register using your company email to receive a free trial.';

test('[A-014, A-114, A-122, A-264] a new user signs up, completes the profile and gets to work', async ({
  page,
  expectAccessible,
}) => {
  const email = `nora-${Date.now()}@acme.test`;

  await test.step('arrives at the sign-in page', async () => {
    await page.goto('/');
    await expect(page).toHaveURL(/\/signin$/);
    await expect(page.getByRole('img', { name: 'Step 1 of 3' })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('finds the form for a new account, which waits for a good password', async () => {
    await page.getByRole('link', { name: 'Create an account' }).click();
    await expect(page).toHaveURL(/\/signup$/);
    await expect(page.getByRole('button', { name: 'Create account' })).toBeDisabled();
    await expect(page.getByText(': not met')).toHaveCount(5);
    await expectAccessible(page);
  });

  const createAccount = page.getByRole('button', { name: 'Create account' });
  const password = page.getByLabel('Password', { exact: true });
  const confirmation = page.getByLabel('Confirm password');
  const strength = page.getByRole('progressbar', { name: 'Password strength' });

  await test.step('is refused with a free-mail address', async () => {
    await page.getByLabel('Work email').fill('nora@gmail.com');
    await password.fill('Abcdef1!');
    await confirmation.fill('Abcdef1!');
    await createAccount.click();
    await expect(page.getByText(corporateEmailsOnly)).toBeVisible();
    await expect(page).toHaveURL(/\/signup$/);
  });

  await test.step('is told what the password lacks', async () => {
    await page.getByLabel('Work email').fill(email);
    await confirmation.fill('');
    await password.fill('abc');
    await expect(strength).toHaveAttribute('aria-valuenow', '20');
    await confirmation.focus();
    await expect(page.getByText('Password does not meet requirements')).toBeVisible();
    await expect(createAccount).toBeDisabled();
    await password.fill('Abcdef1!');
    await expect(strength).toHaveAttribute('aria-valuenow', '100');
    await expect(page.getByText(': not met')).toHaveCount(0);
    await confirmation.fill('Abcdef1?');
    await password.focus();
    await expect(page.getByText('Passwords do not match')).toBeVisible();
    await expect(createAccount).toBeDisabled();
  });

  await test.step('gets an account and is asked for the profile', async () => {
    await confirmation.fill('Abcdef1!');
    await createAccount.click();
    await expect(page).toHaveURL(/\/onboarding$/);
    await expect(page.getByRole('heading', { name: 'Complete your profile' })).toBeVisible();
    await expect(page.getByRole('img', { name: 'Step 2 of 3' })).toBeVisible();
    await expect(page.getByLabel(/email/i)).toHaveCount(0);
    await expectAccessible(page);
  });

  await test.step('has to name the role behind Other', async () => {
    await page.getByLabel('Full name').fill('Nora Lind');
    await page.getByLabel('Company name').fill('Acme');
    await page.getByRole('combobox', { name: 'Job title' }).click();
    await page.getByRole('option', { name: 'Other' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('Please specify your role')).toBeVisible();
    await expect(page).toHaveURL(/\/onboarding$/);
  });

  await test.step('founds the organization and arrives at the projects', async () => {
    await page.getByLabel('Your role').fill('Voice tester');
    const founding = page.waitForRequest(
      (request) => request.method() === 'POST' && /\/organizations$/.test(request.url()),
    );
    const lead = page.waitForRequest('**/generateParleyLead');
    await page.getByRole('button', { name: 'Continue' }).click();
    expect((await founding).postDataJSON()).toMatchObject({
      email,
      name: 'Nora Lind',
      jobTitle: 'Voice tester',
      surveyCompleted: true,
      onboardingData: { organizationName: 'Acme' },
    });
    expect((await lead).postDataJSON()).toMatchObject({
      firstNameCTA: 'Nora',
      lastNameCTA: 'Lind',
      emailNameCTA: email,
      companyCTA: 'Acme',
    });
    await expect(page).toHaveURL(/\/projects$/);
    await expect(
      page.getByText(
        'Your trial expires in 14 days. Subscribe now to continue using all features.',
      ),
    ).toBeVisible();
  });

  await test.step('is still signed in after a reload', async () => {
    await page.reload();
    await expect(page).toHaveURL(/\/projects$/);
    const sidebar = await openNavigation(page);
    await expect(sidebar.getByRole('button', { name: /Acme/ })).toBeVisible();
  });
});
